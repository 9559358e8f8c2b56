import { describe, expect, it } from 'vitest';
import { syncBadge } from '../../../src/extension/sync/sync-watch';
import type { SyncStatus, SyncStop } from '../../../src/library';
import { INITIAL_META } from '../../../src/library/database/sync-rows';

const QUIET: SyncStatus = {
  ...INITIAL_META,
  ...{ waiting: 0, lastQueued: 0, attention: 0, articlesWanted: 0, articlesHere: 0 },
};

describe('the badge of sync', () => {
  it('says nothing of what is just on its way', () => {
    expect(syncBadge({ ...QUIET, waiting: 4 })).toEqual({ kind: 'plain' });
  });

  it('counts what could not go', () => {
    const stop = { kind: 'offline' } as const;
    expect(syncBadge({ ...QUIET, stop, waiting: 4 })).toEqual({ kind: 'waiting', count: 4 });
    expect(syncBadge({ ...QUIET, stop })).toEqual({ kind: 'plain' });
  });

  it('asks for a person where one was refused', () => {
    expect(syncBadge({ ...QUIET, waiting: 4, attention: 1 })).toEqual({ kind: 'sync-attention' });
  });

  it.each<[SyncStop, boolean]>([
    [{ kind: 'signed-out' }, true],
    [{ kind: 'not-allowed' }, true],
    [{ kind: 'wrong-server' }, true],
    [{ kind: 'refused', detail: '' }, true],
    [{ kind: 'quota' }, true],
    [{ kind: 'server-lost-data', missing: 3, older: 0, known: 4 }, true],
    [{ kind: 'server-busy' }, false],
    [{ kind: 'library-unavailable' }, false],
  ])('after %o: needs a person %s', (stop, needs) => {
    expect(syncBadge({ ...QUIET, stop }).kind === 'sync-attention').toBe(needs);
  });
});
