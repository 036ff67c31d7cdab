// exact.ts: what is loaded when alpha-beta or an exercise is opened: its views and its words.
import { learn } from '../../i18n';
import { words } from './words';

learn(words);
export { ExactView } from './ExactView';
export { ExerciseView } from './ExerciseView';
