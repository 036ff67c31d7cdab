// views.ts: the views of the page, in the order of the bar. A view is a line here, a component, and perhaps tools of its own
// in the bar.
import type { ComponentType } from 'preact';
import type { Key } from './i18n';
import { later } from './shell/later';
import { PlayTools, PlayView } from './play/PlayView';
import { Review } from './watch/Review';
import { TreeTools, TreeView } from './tree/TreeView';
import { LessonsView } from './lessons/LessonsView';

const ArenaView = later(() => import('./more').then((all) => all.ArenaView));
const LabView = later(() => import('./more').then((all) => all.LabView));
const TutorView = later(() => import('./more').then((all) => all.TutorView));

export interface View {
  name: string; title: Key; View: ComponentType; Tools?: ComponentType;
  aside?: string; // not in the bar: the view that leads there
}

export const views: View[] = [
  { name: 'play', title: 'nav.play', View: PlayView, Tools: PlayTools },
  { name: 'review', title: 'nav.review', View: Review },
  { name: 'tree', title: 'tree.title', View: TreeView, Tools: TreeTools },
  { name: 'arena', title: 'arena.title', View: ArenaView },
  { name: 'lab', title: 'lab.title', View: LabView },
  { name: 'lessons', title: 'lessons.title', View: LessonsView },
  { name: 'tutor', title: 'tutor.title', View: TutorView, aside: 'tree' },
];
