import type { UnixMs } from '../../domain/time';
import type { LibraryDatabase } from '../database/schema';

/** The tables of actions on many bookmarks. These functions run inside a transaction over them. */
export const BULK_TABLES = ['bulkJobs', 'bulkChunks'];

/** Drops the jobs that were finished before `instant`. They can be undone no more. */
export async function dropJobsBefore(db: LibraryDatabase, instant: UnixMs): Promise<void> {
  const jobs = await db.bulkJobs.toArray();
  for (const { id, finishedAt, state } of jobs) {
    if (state === 'finished' && finishedAt !== null && finishedAt < instant) await dropJob(db, id);
  }
}

export async function dropJob(db: LibraryDatabase, id: number): Promise<void> {
  await db.bulkJobs.delete(id);
  await dropChunks(db, id);
}

/** Drops what a job has not done yet. */
export async function dropChunks(db: LibraryDatabase, id: number): Promise<void> {
  await db.bulkChunks.where('[job+number]').between([id, 0], [id, Infinity]).delete();
}
