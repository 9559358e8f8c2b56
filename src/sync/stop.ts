import { HOUR_MS, SECOND_MS, type UnixMs } from '../domain';
import type { LibraryError, SyncStop } from '../library';
import type { ServiceError } from '../service';
import { meaningOf } from '../service';

/** Why a round ends early. */
export interface Stopped {
  /** null: whoever started it ended it. */
  readonly stop: SyncStop | null;
  /** What the server asked for; null: as is thought fit. */
  readonly waitMs: number | null;
}

const FIRST_WAIT_MS = 5 * SECOND_MS;
const LONGEST_WAIT_MS = HOUR_MS;

/** How long is waited after so many failures in a row: twice as long each time, with chance in it. */
export function backOffMs(failures: number, random: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS);
  return Math.round(longest * (0.5 + random / 2));
}

/** Why no more requests are made after such an error. */
export const stoppedBy = (error: ServiceError): Stopped => ({
  stop: stopOf(error),
  waitMs: meaningOf(error).waitMs,
});

function stopOf(error: ServiceError): SyncStop | null {
  switch (error.kind) {
    case 'offline':
    case 'timeout':
    case 'interrupted':
      return { kind: 'offline' };
    case 'aborted':
      return null;
    case 'unauthorised':
    case 'oauth':
      return { kind: 'signed-out' };
    case 'not-this-service':
    case 'moved':
    case 'not-found':
      return { kind: 'wrong-server' };
    case 'server':
    case 'rate-limited':
    case 'malformed':
      return { kind: 'server-busy' };
    case 'forbidden':
    case 'invalid':
    case 'refused':
    case 'too-large':
    case 'answer-too-large':
      return { ...refusalOf(error), kind: 'refused' };
  }
}

/** The earlier of two times, where there is one at all. */
export const earlier = (a: UnixMs | null, b: UnixMs | null): UnixMs | null =>
  a === null || (b !== null && b < a) ? b : a;

export const stoppedByLibrary = ({ kind }: LibraryError): Stopped => ({
  stop: { kind: kind === 'quota' ? 'quota' : 'library-unavailable' },
  waitMs: null,
});

/** What a server said against a request, for whoever looks into it. */
export function refusalOf(error: ServiceError): { readonly kind: string; readonly detail: string } {
  const { kind } = error;
  switch (error.kind) {
    case 'invalid': {
      const fields = error.fields.map(({ field, message }) => `${field}: ${message}`);
      return { kind, detail: [...fields, ...error.messages].join('; ') };
    }
    case 'refused':
      return { kind, detail: `${error.status} ${error.message}` };
    case 'malformed':
      return { kind, detail: error.issues.join('; ') };
    default:
      return { kind, detail: '' };
  }
}
