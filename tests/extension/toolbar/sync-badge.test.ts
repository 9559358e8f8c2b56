import { describe, expect, it } from 'vitest';
import { syncBadge } from '../../../src/extension/toolbar/badge';
import type { SyncStatus, SyncStop } from '../../../src/library';
import { INITIAL_META } from '../../../src/library/database/sync-rows';

const QUIET: SyncStatus = {
  ...INITIAL_META,
  waiting: 0,
  lastQueued: 0,
  attention: 0,
  articlesPending: 0,
  articlesHere: 0,
};

describe('the sync badge', () => {
  it('shows nothing while changes are being sent', () => {
    expect(syncBadge({ ...QUIET, waiting: 4 })).toEqual({ kind: 'plain' });
  });

  it('counts the changes that could not be sent', () => {
    const stop = { kind: 'offline' } as const;
    expect(syncBadge({ ...QUIET, stop, waiting: 4 })).toEqual({ kind: 'waiting', count: 4 });
    expect(syncBadge({ ...QUIET, stop })).toEqual({ kind: 'plain' });
  });

  it('asks for the user when a change was refused', () => {
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
  ])('after %o, needs the user: %s', (stop, needs) => {
    expect(syncBadge({ ...QUIET, stop }).kind === 'sync-attention').toBe(needs);
  });
});
