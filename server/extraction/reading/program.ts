// A process that reads pages, one at a time. Its own, so that a page that takes it down takes nothing
// else.
import process from 'node:process';
import { beginProgram } from '../../processes/begin-program';
import { doTask } from './do-task';
import { createSanitisers } from './server-dom';
import type { Task } from './tasks';

await beginProgram();
// Throws where pages can not be made harmless: no page is read then.
const sanitisers = createSanitisers();
process.on('message', (task: Task) => process.send?.(doTask(task, sanitisers)));
