import { describe, expect, it } from 'vitest';
import { createPullToSync } from '../../../src/ui/touch/pull-to-sync';
import { fakeSync } from '../sync/fake-sync';

describe('a pull', () => {
  it('syncs, and shows the state of the sync until a moment after its end', async () => {
    const sync = fakeSync();
    let end: (() => void) | null = null;
    const pull = createPullToSync(
      async () => sync,
      (run) => {
        end = run;
        return () => {
          end = null;
        };
      },
    );
    expect(pull.isPossible()).toBe(false);
    await pull.load();
    expect(pull.isPossible()).toBe(true);
    sync.syncNow.mockImplementation(() => {
      sync.isSyncing.value = true;
    });
    pull.start();
    expect(sync.syncNow).toHaveBeenCalledOnce();
    expect(pull.isAnswering.value).toBe(true);
    expect(end).toBeNull();
    sync.isSyncing.value = false;
    expect(pull.isAnswering.value).toBe(true);
    (end as (() => void) | null)?.();
    expect(pull.isAnswering.value).toBe(false);
  });

  it('is not possible without an account', async () => {
    const pull = createPullToSync(
      async () => fakeSync({}, 'nobody'),
      () => () => {},
    );
    await pull.load();
    expect(pull.isPossible()).toBe(false);
  });
});
