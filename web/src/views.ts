// views.ts: the views of the page, in the order of the bar. A view is a line here, a component, and perhaps tools of its own
// in the bar.
import type { ComponentType } from 'preact';
import type { Key } from './i18n';
import { PlayTools, PlayView } from './play/PlayView';
import { Review } from './watch/Review';

export interface View { name: string; title: Key; View: ComponentType; Tools?: ComponentType }

export const views: View[] = [
  { name: 'play', title: 'nav.play', View: PlayView, Tools: PlayTools },
  { name: 'review', title: 'nav.review', View: Review },
];
