import { err, ok, type Result } from '../../../src/domain';
import type { Session } from '../session';
import { type RestoreError, RestoreFailure } from './read-dump';
import { restoreDump } from './restore-dump';

/** Restores in one transaction of `write`; what is wrong with the file comes back as a value. */
export async function restore(
  write: Session['write'],
  from: string,
): Promise<Result<null, RestoreError>> {
  try {
    await write((unit) => restoreDump(unit, from));
    return ok(null);
  } catch (error) {
    if (error instanceof RestoreFailure) return err(error.reason);
    throw error;
  }
}
