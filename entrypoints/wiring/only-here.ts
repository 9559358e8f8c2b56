import { openLibraryOf, wallClock } from '../../src/background/library/libraries';
import { ok, type Result } from '../../src/domain/result';
import type { AccountKey, LibraryError, OnlyHere } from '../../src/library';
import type { Opener } from './connect-library';

/**
 * Lists what the library of an account has and its server does not, which is everything if
 * `isServerAnew`. It need not be the active library.
 */
export async function readOnlyHere(
  account: AccountKey,
  isServerAnew: boolean,
  opener: Opener = (open) => open,
): Promise<Result<readonly OnlyHere[], LibraryError>> {
  const { isLibraryMade, onlyHereRepository, openLibrary } = await import('../../src/library');
  const opened = await openLibraryOf(opener(openLibrary, isLibraryMade), account, wallClock);
  if (!opened.ok) return opened;
  try {
    return ok(await opened.value.part(onlyHereRepository).list(isServerAnew));
  } finally {
    opened.value.close();
  }
}
