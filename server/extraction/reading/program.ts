// The program that reads pages, one at a time, in a child process, so that a page that crashes it does
// not affect the server.
import process from 'node:process';
import { beginProgram } from '../../processes/begin-program';
import type { TaskRequest } from '../../processes/tasks';
import { doTask, prepare, within } from './do-task';
import type { Tasks } from './tasks';

await beginProgram();
process.on('message', async ({ task, timeoutMs }: TaskRequest<Tasks>) => {
  const tools = await prepare(task);
  const reply = within(timeoutMs, () => doTask(task, tools));
  // After the timeout the server kills this process, so no reply is sent.
  if (reply !== null) process.send?.(reply);
});
