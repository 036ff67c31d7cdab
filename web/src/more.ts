// more.ts: the views that are loaded when one of them is first opened (shell/later.tsx): one file, so that what they share is in it once.
export { ArenaView } from './arena/ArenaView';
export { LabView } from './lab/LabView';
export { TutorView } from './tutor/TutorView';
export { ExactView, ExerciseView } from './tree/exact/exact';
