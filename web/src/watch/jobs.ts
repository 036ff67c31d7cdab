// jobs.ts: something long that the engine does for us, followed to its end.
import { engine, EngineError } from '../engine';
import type { Job, Line } from '../types';

export const isOver = (job: Job): boolean => job.state !== 'running' && job.state !== 'waiting';

/**
 * Starts a job and tells of every step. Answers with how it ended: done, stopped (with what was found), failed. An
 * engine that was started again has forgotten its jobs: then this fails, too.
 */
export async function runJob(kind: string, line: Line, how: object, onStep: (job: Job) => void): Promise<Job> {
  const id = await engine.startJob(kind, line, how);
  return new Promise((resolve, reject) => {
    const leave = [engine.on('job', (job) => job.job === id && step(job)), engine.on('restart', look), engine.on('back', look)];
    const finish = (end: () => void) => { leave.forEach((one) => one()); end(); };
    function look() {
      engine.job(id).then(step, (error) => { if (!(error instanceof EngineError) || error.status !== 0) finish(() => reject(error)); });
    }
    function step(job: Job) {
      if (!isOver(job)) { onStep(job); return; }
      // The last event may leave out what is large: the job has it all.
      finish(() => engine.job(id).then(resolve, () => resolve(job)));
    }
    look();
  });
}
