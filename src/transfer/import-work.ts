import { ok, type Result } from '../domain/result';
import { type ImportJob, isFromServer, type LibraryError } from '../library';
import { type ImportInput, type ImportRun, runImport } from './import-run';
import { problemOfError, type TransferProblem, transferProblemOf } from './transfer-problem';

export interface ImportWork extends ImportRun {
  /** Returns the file or the library of a job, or why it cannot be read. */
  readonly openInput: (job: ImportJob) => Promise<Result<ImportInput, TransferProblem>>;
  readonly forgetFile: (job: number) => Promise<void>;
}

/**
 * Works on the imports of a library until none waits. One that cannot go on is paused with the reason.
 */
export async function workOnImports(work: ImportWork): Promise<Result<void, LibraryError>> {
  const { imports, forgetFile } = work;
  for (;;) {
    const job = await imports.next();
    // The background reads the server first.
    const isEarly = job !== null && isFromServer(job) && !job.isSourceRead;
    if (job === null || isEarly) return ok(undefined);
    const ended = await carryOut(job, work);
    // A job that could not even be paused waits for the next start of the background.
    if (!ended.ok) return ended;
    const after = await imports.get(job.id);
    if (after?.state !== 'running' && after?.state !== 'paused') await forgetFile(job.id);
  }
}

async function carryOut(job: ImportJob, work: ImportWork): Promise<Result<void, LibraryError>> {
  const { imports, openInput } = work;
  try {
    const input = await openInput(job);
    if (!input.ok) return await imports.pause(job.id, input.error);
    const ended = await runImport(job, input.value, work);
    return ended.ok ? ended : await imports.pause(job.id, transferProblemOf(ended.error));
  } catch (error) {
    console.error(error);
    return imports.pause(job.id, problemOfError(error));
  }
}
