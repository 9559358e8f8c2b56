// A process that reads pages, one at a time. Its own, so that a page that takes it down takes nothing
// else.
import process from 'node:process';
import { beginProgram } from '../../processes/begin-program';
import { doTask, prepare, within } from './do-task';
import type { Told } from './tasks';

await beginProgram();
process.on('message', async ({ task, timeoutMs }: Told) => {
  // Rejects where drawings can not be made harmless, and ends the process: none is read then.
  const dom = await prepare(task);
  const reply = within(timeoutMs, () => doTask(task, dom));
  // By now the server has ended this process, or there is no server: it goes as soon as it is told.
  if (reply !== null) process.send?.(reply);
});
