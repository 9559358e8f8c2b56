import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { SECOND_MS } from '../../../src/domain/time';
import type {
  ChangeListener,
  ChangeNotification,
  ChangeNotifier,
  Dispose,
} from '../database/change-notifier';
import type { UserId } from '../schema/ids';
import { connectionOptions } from './pool';

const NOTIFICATION_RECONNECT_MS = 2 * SECOND_MS;

/** Writes a notification as a payload of PostgreSQL. */
export const packed = (notification: ChangeNotification): string =>
  notification.kind === 'change' ? String(notification.userId) : notification.kind;

const unpacked = (payload: string): ChangeNotification =>
  payload === 'job' || payload === 'missed'
    ? { kind: payload }
    : { kind: 'change', userId: Number(payload) as UserId }; // `packed` wrote it.

/**
 * Receives the notifications of all processes over a separate connection, which is opened for the
 * first subscription. After each reconnection it publishes `missed`.
 * @param channel the channel of this installation's processes
 */
export function createNotificationChannel(url: string, channel: string, notifier: ChangeNotifier) {
  const closing = new AbortController();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen();
      // When the wait is aborted, the channel was closed.
      await wait(NOTIFICATION_RECONNECT_MS, null, { signal: closing.signal }).catch(() => null);
    }
  }

  /** Resolves when the connection fails, is lost or is closed. */
  async function listen(): Promise<void> {
    const client = new Client(connectionOptions(url));
    const ended = new Promise<void>((end) => {
      client.on('error', () => end());
      client.on('end', () => end());
      closing.signal.addEventListener('abort', () => end());
    });
    client.on('notification', ({ payload }) => notifier.publish(unpacked(payload ?? '')));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
      notifier.publish({ kind: 'missed' });
      if (!closing.signal.aborted) await ended;
    } catch {
      // The database is unavailable. `run` tries again, and queries report the failure themselves.
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  return {
    subscribe(listener: ChangeListener): Dispose {
      running ??= run();
      return notifier.subscribe(listener);
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
