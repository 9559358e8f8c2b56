import type { Result } from '../domain/result';
import { type ImportJob, isFromServer, type LibraryError } from '../library';
import { type ImportRun, type ImportSource, runImport } from './import-run';
import { problemOfError, transferProblemOf } from './transfer-problem';

export interface ImportWork extends ImportRun {
  /** Returns the file or the library of a job; null if it is not kept any more. */
  readonly openSource: (job: ImportJob) => Promise<ImportSource | null>;
  readonly forgetFile: (job: number) => Promise<void>;
}

/**
 * Works on the imports of a library until none waits. One that cannot go on is paused with the reason.
 */
export async function workOnImports(work: ImportWork): Promise<Result<void, LibraryError>> {
  const { imports, forgetFile } = work;
  for (;;) {
    const job = await imports.next();
    if (job === null) return { ok: true, value: undefined };
    const ended = await carryOut(job, work);
    // A job that could not even be paused waits for the next start of the background.
    if (!ended.ok) return ended;
    const after = await imports.get(job.id);
    if (after?.state !== 'running' && after?.state !== 'paused') await forgetFile(job.id);
  }
}

async function carryOut(job: ImportJob, work: ImportWork): Promise<Result<void, LibraryError>> {
  const { imports, openSource } = work;
  try {
    const source = await openSource(job);
    const gone = isFromServer(job) ? 'source-gone' : 'file-gone';
    if (source === null) return await imports.pause(job.id, gone);
    const ended = await runImport(job, source, work);
    return ended.ok ? ended : await imports.pause(job.id, transferProblemOf(ended.error));
  } catch (error) {
    console.error(error);
    return imports.pause(job.id, problemOfError(error));
  }
}
