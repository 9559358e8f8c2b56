import { formatInstant, type SyncEntry } from '../../src/contract';
import { SECOND_MS } from '../../src/domain';
import type { EventRow } from '../storage';

/** How long a client waits before it comes back. */
const RETRY_MS = 3 * SECOND_MS;

/** What a stream begins with: where it is, so that a client that loses it at once misses nothing. */
export const openingText = (seq: number): string => `retry: ${RETRY_MS}\nid: ${seq}\n\n`;

/** Some of what was asked for is forgotten: the client has to sync, and goes on from `seq`. */
export const resetText = (seq: number): string => `event: reset\nid: ${seq}\ndata: {}\n\n`;

/** Keeps the connection from being taken for dead. */
export const HEARTBEAT_TEXT = ':\n\n';

/** A change, with its number as the id of the event. */
export function eventText({ seq, bookmarkId, time, type }: EventRow): string {
  const entry: SyncEntry = { id: bookmarkId, time: formatInstant(time), type };
  return `id: ${seq}\ndata: ${JSON.stringify(entry)}\n\n`;
}
