// A thread that reads pages, one at a time. Its own program, so that a page that takes it down takes
// nothing else.
import { parentPort } from 'node:worker_threads';
import { doTask } from './do-task';
import { createSanitisers } from './server-dom';
import type { Task } from './tasks';

// Throws where pages can not be made harmless: no page is read then.
const sanitisers = createSanitisers();
parentPort?.on('message', (task: Task) => parentPort?.postMessage(doTask(task, sanitisers)));
