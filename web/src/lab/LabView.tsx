// LabView.tsx: the view `#/lab`: all experiments, or the one that the address names.
import { useEffect } from 'preact/hooks';
import { engine } from '../engine';
import { route } from '../route';
import { useStore } from '../store';
import { Experiment } from './Experiment';
import { attach, loadList, refresh, show } from './lab';
import { List } from './List';

export function LabView() {
  const { params } = useStore(route);
  useEffect(() => {
    void loadList();
    void attach();
    const leave = [engine.on('restart', loadList), engine.on('back', () => { void loadList(); void refresh(); })];
    return () => leave.forEach((one) => one());
  }, []);
  useEffect(() => { if (params.experiment) void show(params.experiment, params.scale, params.seed); }, [params.experiment, params.scale, params.seed]);
  return params.experiment ? <Experiment key={params.experiment} /> : <List />;
}
