import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/** What Linux asks each process, and what this one answers. */
const ANSWERS = {
  // When memory runs out it is the first to go, before a server or a database.
  '/proc/self/oom_score_adj': '1000',
  // When it breaks down, what it has in memory is written to no disk: that is large, and somebody's.
  '/proc/self/coredump_filter': '0',
};

/** Makes the end of this process harmless to others, where the system can be told how. */
export async function standBack(): Promise<void> {
  // Whoever waits for an answer goes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const answering = Object.entries(ANSWERS).map(([path, answer]) =>
    writeFile(path, answer, { flag: 'r+' }),
  );
  // Other systems have no such files, and a container may keep them from being written.
  await Promise.allSettled(answering);
}
