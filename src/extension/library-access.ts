import type { Result } from '../domain';
import type { AccountKey, Library, LibraryError, openLibrary } from '../library';
import type { Clock } from './clock';

/** Whose library it is; null while nobody is signed in. The one place that says so. */
export const CURRENT_ACCOUNT: AccountKey = null;

/** The library, opened at the first call; a failure is not remembered, so the next call tries. */
export type LibraryAccess = () => Promise<Result<Library, LibraryError>>;

export function createLibraryAccess(open: typeof openLibrary, now: Clock): LibraryAccess {
  let opened: ReturnType<LibraryAccess> | null = null;
  return () => {
    opened ??= open({
      account: CURRENT_ACCOUNT,
      now,
      newId: () => crypto.randomUUID(),
    }).then((library) => {
      if (!library.ok) opened = null;
      return library;
    });
    return opened;
  };
}
