import { StorageUnavailable, type UnavailableReason } from '../unavailable';

// https://www.postgresql.org/docs/current/errcodes-appendix.html, by code or by its class.
const REASONS: Readonly<Record<string, UnavailableReason>> = {
  '08': 'gone', // connection exceptions
  '25P03': 'gone', // idle_in_transaction_session_timeout
  '40001': 'busy', // serialization_failure
  '40P01': 'busy', // deadlock_detected
  '53100': 'full', // disk_full
  '53200': 'busy', // out_of_memory
  '53300': 'busy', // too_many_connections
  '55P03': 'busy', // lock_not_available
  '57014': 'busy', // query_canceled, by statement_timeout
  '57P': 'gone', // shutdown of the server
  '58': 'gone', // system errors
  XX001: 'gone', // data_corrupted
};

/** What `pg` throws without a code when a connection is not to be had, or is lost. */
const LOST = /connect|terminated|closed|timeout exceeded|not queryable|socket/i;
/** What Node says of the network. */
const NETWORK = /^E[A-Z_]+$/;

/** What a failure of `pg` means; a mistake of ours stays what it is. */
export function toUnavailable(error: unknown): unknown {
  if (error instanceof StorageUnavailable || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null) return LOST.test(error.message) ? gone(error) : error;
  if (NETWORK.test(code)) return gone(error);
  const reason = REASONS[code] ?? REASONS[code.slice(0, 3)] ?? REASONS[code.slice(0, 2)];
  return reason === undefined ? error : new StorageUnavailable(reason, error);
}

const gone = (error: Error) => new StorageUnavailable('gone', error);
