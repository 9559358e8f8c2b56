import type { Result } from '../../domain';
import type { AccountKey, LibraryError, SavingLibrary } from '../../library';

/**
 * The libraries of accounts, by name. Handed in by the background, which has their code: the
 * service script has none of it.
 */
export interface Libraries {
  open(name: AccountKey): Promise<Result<SavingLibrary, LibraryError>>;
  /**
   * Removes it with all that is in it. It can't be opened from now on until `use` says that the
   * accounts are without it; when it could not be removed, at once.
   */
  remove(name: AccountKey): Promise<void>;
  /** It is the one in use from now on. */
  use(name: AccountKey): void;
}
