import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { SECOND_MS } from '../../../src/domain';
import type {
  ChangeListener,
  ChangeNotification,
  ChangeNotifier,
  Dispose,
} from '../change-notifier';
import type { UserId } from '../ids';
import { connectionOptions } from './pool';

const RECONNECT_MS = 2 * SECOND_MS;

/** ChangeNotification as it travels. */
export const packed = (news: ChangeNotification): string =>
  news.kind === 'change' ? String(news.userId) : news.kind;

const unpacked = (payload: string): ChangeNotification =>
  payload === 'job' || payload === 'missed'
    ? { kind: payload }
    : { kind: 'change', userId: Number(payload) as UserId }; // As `packed` wrote it.

export interface NotificationChannel extends Pick<ChangeNotifier, 'subscribe'> {
  close(): Promise<void>;
}

/**
 * Brings the news of all processes to the notifier of this one, over a connection of its own that is
 * made when somebody first listens. After each time that it was down it says so.
 *
 * @param channel where the processes of this installation notify each other
 */
export function createNotificationChannel(
  url: string,
  channel: string,
  notifier: ChangeNotifier,
): NotificationChannel {
  const closing = new AbortController();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen();
      // Aborted means closed: there is nothing to wait for.
      await wait(RECONNECT_MS, null, { signal: closing.signal }).catch(() => null);
    }
  }

  /** Settles when the connection is lost, can't be had, or isn't wanted any more. */
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
      // The database is away: `run` tries again, and what is asked of it meanwhile says so itself.
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
