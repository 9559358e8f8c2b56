import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, unixMs } from '../../../src/domain/time';
import type { SyncStatus } from '../../../src/library';
import { intentText } from '../../../src/ui/sync/journal-text';
import type { SyncAccount } from '../../../src/ui/sync/sync-store';
import { syncStatusText } from '../../../src/ui/sync/sync-text';
import { STATUS } from './fake-sync';

const NOW = 1_800_000_000_000;
const synced = (ms: number) => ({ syncedAt: unixMs(NOW - ms) });
const lost = { kind: 'server-lost-data', missing: 3, older: 0, known: 4 } as const;

describe('the sync status', () => {
  it.each<[string, string, Partial<SyncStatus>, SyncAccount?]>([
    ['reports that nothing was synced yet', 'Not synced yet', {}],
    ['shows the last sync in minutes', 'Synced 2 min. ago', synced(2.5 * MINUTE_MS)],
    ['shows the last sync in hours', 'Synced 3 hr. ago', synced(3 * HOUR_MS)],
    ['shows a very recent sync', 'Synced just now', synced(5000)],
    [
      'counts the articles to be downloaded',
      'Articles still to be downloaded: 312',
      { ...synced(1), articlesPending: 312 },
    ],
    [
      'counts the articles of the first sync',
      'Articles still to be downloaded: 5',
      { articlesPending: 5 },
    ],
    ['counts the waiting changes', 'Changes waiting to be sent: 3', { ...synced(1), waiting: 3 }],
    [
      'reports the reason why sync stopped',
      "The server can't be reached; Leafmark will try again",
      { stop: { kind: 'offline' } },
    ],
    [
      'reports the reason and the waiting changes',
      "The server can't be reached; Leafmark will try again · Changes waiting to be sent: 1",
      { stop: { kind: 'offline' }, waiting: 1 },
    ],
    [
      'reports changes that need the user',
      'Changes that need your attention: 1',
      { attention: 1, waiting: 3 },
    ],
    [
      'reports that the user has to decide',
      'The server has lost data; choose what to do',
      { stop: lost },
    ],
    [
      'reports before all else that the user is signed out',
      'Signed out; nothing is sent until you sign in again',
      { attention: 1, stop: { kind: 'offline' } },
      'signed-out',
    ],
  ])('%s', (_, words, status, syncAccount = 'signed-in') => {
    expect(syncStatusText({ ...STATUS, ...status }, syncAccount, NOW).text).toBe(words);
  });

  it('shows the date of a sync long ago', () => {
    expect(syncStatusText({ ...STATUS, ...synced(40 * DAY_MS) }, 'signed-in', NOW).text).toMatch(
      /20\d\d/,
    );
  });

  it('demands attention only when the user has to act', () => {
    const toneOf = (status: Partial<SyncStatus>) =>
      syncStatusText({ ...STATUS, ...synced(1), ...status }, 'signed-in', NOW).tone;
    expect(toneOf({})).toBe('quiet');
    expect(toneOf({ waiting: 1 })).toBe('waiting');
    expect(toneOf({ stop: { kind: 'server-busy' } })).toBe('waiting');
    expect(toneOf({ stop: { kind: 'wrong-server' } })).toBe('attention');
    expect(toneOf({ attention: 1 })).toBe('attention');
  });
});

describe('the text of a refused change', () => {
  it.each([
    ['A change could not be sent: Title, Labels.', ['title', 'labels']],
    ['A change could not be sent: Labels.', ['labels']],
    ['A change could not be sent.', ['readAnchor']],
  ])("describes it in the user's terms: %s", (words, fields) => {
    expect(intentText({ intent: { kind: 'patch', fields } })).toBe(words);
  });
});
