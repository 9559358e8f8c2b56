import { signal } from '@preact/signals';
import { vi } from 'vitest';
import type { Permission } from '../../../src/contract';
import { DEFAULT_SYNC_SETTINGS, type SyncSettings } from '../../../src/domain/settings';
import type { SyncStatus } from '../../../src/library';
import { INITIAL_META } from '../../../src/library/database/sync-rows';
import type { SyncAccount } from '../../../src/ui/sync/sync-store';

export const STATUS: SyncStatus = {
  ...INITIAL_META,
  waiting: 0,
  lastQueued: 0,
  attention: 0,
  articlesPending: 0,
  articlesHere: 0,
};

/** A sync store whose signals the test sets. */
export const fakeSync = (
  status: Partial<SyncStatus> = {},
  syncAccount: SyncAccount = 'signed-in',
) => ({
  syncAccount: signal<SyncAccount | null>(syncAccount),
  missing: signal<readonly Permission[]>([]),
  status: signal<SyncStatus | null>({ ...STATUS, ...status }),
  areChangesAtRisk: signal(false),
  isSyncing: signal(false),
  settings: signal<SyncSettings | null>(DEFAULT_SYNC_SETTINGS),
  syncNow: vi.fn(),
  allow: vi.fn(),
  change: vi.fn(),
});
