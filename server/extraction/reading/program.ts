// A process that reads pages, one at a time. Its own, so that a page that takes it down takes nothing
// else.
import process from 'node:process';
import { beginProgram } from '../../processes/begin-program';
import { doTask } from './do-task';
import { createSanitisers } from './server-dom';
import type { Told } from './tasks';
import { within } from './within';

await beginProgram();
// Throws where pages can not be made harmless: no page is read then.
const sanitisers = createSanitisers();
process.on('message', ({ task, timeoutMs }: Told) => {
  const reply = within(timeoutMs, () => doTask(task, sanitisers));
  // By now the server has ended this process, or there is no server: it goes as soon as it is told.
  if (reply !== null) process.send?.(reply);
});
