import { StorageUnavailable, type UnavailableReason } from '../unavailable';

// https://www.sqlite.org/rescode.html: the low byte says what, the rest in which way.
const REASONS: Readonly<Record<number, UnavailableReason>> = {
  5: 'busy', // BUSY
  6: 'busy', // LOCKED
  7: 'gone', // NOMEM
  8: 'gone', // READONLY
  10: 'gone', // IOERR
  11: 'gone', // CORRUPT
  13: 'full', // FULL
  14: 'gone', // CANTOPEN
  26: 'gone', // NOTADB
};

/** What a failure of `node:sqlite` means; a mistake of ours stays what it is. */
export function toUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  // Using a closed connection.
  if (error.code === 'ERR_INVALID_STATE') return new StorageUnavailable('gone', error);
  if (error.code !== 'ERR_SQLITE_ERROR' || !('errcode' in error)) return error;
  const reason = REASONS[Number(error.errcode) & 0xff];
  return reason === undefined ? error : new StorageUnavailable(reason, error);
}

export const isBusy = (error: unknown): boolean =>
  error instanceof StorageUnavailable && error.reason === 'busy';
