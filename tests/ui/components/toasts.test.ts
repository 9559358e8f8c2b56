import { effect } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { createToastStore } from '../../../src/ui/components/toasts';
import { testClock } from '../popup/clock';

function openStore() {
  const clock = testClock();
  const store = createToastStore(clock.later);
  const shown = () => store.toasts.value.map(({ message }) => message);
  return { clock, store, shown };
}

describe('the toast store', () => {
  it('shows the newest message about a subject, and those about other subjects', () => {
    const { store, shown } = openStore();
    store.show('Not allowed', 'images of b1');
    store.show('Restored b2', 'b2');
    store.show('One image is kept', 'images of b1');
    expect(shown()).toEqual(['Restored b2', 'One image is kept']);
  });

  it('shows the earlier message again when the last action is undone', async () => {
    const { store, shown } = openStore();
    const unarchive = vi.fn(async () => {});
    const restore = vi.fn(async () => {});
    store.offerUndo('Archived', unarchive, 'b1');
    store.offerUndo('Deleted', restore, 'b1');
    expect(shown()).toEqual(['Deleted']);
    store.undoLast();
    expect(shown()).toEqual(['Archived']);
    store.undoLast();
    expect(shown()).toEqual([]);
    expect(restore).toHaveBeenCalledOnce();
    expect(unarchive).toHaveBeenCalledOnce();
  });

  it('removes the earlier message after an action that cannot be undone', () => {
    const { store, shown } = openStore();
    const restore = vi.fn(async () => {});
    store.offerUndo('Deleted', restore, 'b1');
    store.show('Restored', 'b1');
    store.undoLast();
    expect(restore).not.toHaveBeenCalled();
    expect(shown()).toEqual(['Restored', expect.any(String)]);
  });

  it('dismisses a message together with those that it covers', async () => {
    const { clock, store, shown } = openStore();
    store.offerUndo('Archived', async () => {}, 'b1');
    await clock.pass(1_000);
    store.offerUndo('Deleted', async () => {}, 'b1');
    store.dismiss(store.toasts.value[0]!.id);
    expect(shown()).toEqual([]);
  });

  it('undoes an action that has no message', () => {
    const { store, shown } = openStore();
    const unmark = vi.fn(async () => {});
    store.keepUndo(unmark);
    expect(shown()).toEqual([]);
    store.undoLast();
    expect(unmark).toHaveBeenCalledOnce();
  });

  it('shows messages without a subject side by side', () => {
    const { store, shown } = openStore();
    store.show('One');
    store.showError('Two');
    expect(shown()).toEqual(['One', 'Two']);
  });

  it('can be used by an effect, which does not run again for it', () => {
    const { store, shown } = openStore();
    const run = vi.fn(() => {
      store.forget('sync');
      store.show('Synced', 'sync');
      store.hold();
      store.release();
    });
    effect(run);
    expect(run).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual(['Synced']);
  });

  it('keeps advice until it is dismissed', async () => {
    const { clock, store, shown } = openStore();
    store.tell('Install the app', 'install');
    await clock.pass(600_000);
    expect(shown()).toEqual(['Install the app']);
    store.dismiss(store.toasts.value[0]!.id);
    expect(shown()).toEqual([]);
  });
});
