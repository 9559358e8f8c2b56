// The program that indexes bookmarks with long texts, a batch at a time, in a child process: splitting
// a text into words and writing them takes up to a second, in which the server could answer nothing.
import process from 'node:process';
import { beginProgram } from '../../processes/begin-program';
import type { Reply, TaskRequest } from '../../processes/tasks';
import { openStorage } from '../open-storage';
import type { Storage } from '../storage';
import type { IndexTasks } from './index-process';

await beginProgram();
let opened: Promise<Storage> | undefined;
process.on('message', async ({ task }: TaskRequest<IndexTasks>) => {
  process.send?.(await answer(task.input));
});

async function answer({
  database,
  userId,
}: IndexTasks['index']['input']): Promise<Reply<IndexTasks>> {
  try {
    opened ??= openStorage({ database });
    const { search } = await opened;
    return { ok: true, value: await search.indexSome(userId) };
  } catch (fault) {
    opened = undefined;
    return { ok: false, fault: String(fault) };
  }
}
