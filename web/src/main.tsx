// main.tsx: the page begins here.
import './style/tokens.css';
import './style/page.css';
import './style/board.css';
import './style/play.css';
import './style/watch.css';
import './style/tree.css';
import './style/exact.css';
import './style/arena.css';
import './style/lab.css';
import './style/lessons.css';
import './style/tutor.css';
import { render } from 'preact';
import { engine } from './engine';
import { App } from './shell/App';

engine.connect();
render(<App />, document.getElementById('app')!);
