import { writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import process from 'node:process';

/** Values for files of Linux that control a process. */
const LINUX_SETTINGS = {
  // When memory runs out, the system ends this process before the server or a database.
  '/proc/self/oom_score_adj': '1000',
  // A crash writes no memory dump: it would be large and contain a user's pages.
  '/proc/self/coredump_filter': '0',
};

/**
 * Sets up a program that `ProgramProcess` runs. Call it before anything else. The child process
 * exits only when its parent does.
 * @param hasLowPriority lets the server and others go first; false when a person waits for the program
 */
export async function beginProgram({ hasLowPriority = true } = {}): Promise<void> {
  // The parent has exited.
  process.on('disconnect', () => process.exit());
  // Terminals and supervisors signal every process of a service. The server ends this one itself.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  if (hasLowPriority) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  await yieldMemory();
}

/** Lets the server and others survive a shortage of memory on Linux. */
async function yieldMemory(): Promise<void> {
  const writing = Object.entries(LINUX_SETTINGS).map(([path, value]) =>
    writeFile(path, value, { flag: 'r+' }),
  );
  // Other systems lack these files, and a container may forbid writing them.
  await Promise.allSettled(writing);
}
