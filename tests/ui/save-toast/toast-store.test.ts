import { describe, expect, it, vi } from 'vitest';
import type { Bookmark } from '../../../src/domain/bookmark';
import type { PageState } from '../../../src/domain/page-state';
import { ok } from '../../../src/domain/result';
import { SECOND_MS } from '../../../src/domain/time';
import type { ToastBackground } from '../../../src/messages/toast-messages';
import type { ToastNews, ToastRequest } from '../../../src/ui/save-toast/toast-link';
import { createToastFrameStore } from '../../../src/ui/save-toast/toast-store';

const SAVED = { kind: 'saved', undoLeftMs: 1 } as PageState;
const ERROR_PAGE = { kind: 'error-page', url: 'https://example.org/', title: '' } as const;

/** The toast with its page, which answers that the person has seen it or not. */
async function open(page: PageState, isSeen = true) {
  vi.useFakeTimers();
  let listener = (_: ToastNews) => {};
  const requests: ToastRequest['kind'][] = [];
  const bookmark = { isFavourite: false, trashedAt: null } as Bookmark;
  const answer = () => Promise.resolve(ok({ page, bookmark, known: [] }));
  const background = {
    readToast: vi.fn(answer),
    undoSave: vi.fn(answer),
    editSaved: vi.fn(answer),
  };
  const store = createToastFrameStore(
    background as unknown as ToastBackground,
    {
      ask({ kind }) {
        requests.push(kind);
        if (kind === 'is-seen') queueMicrotask(() => listener({ kind: 'seen', isSeen }));
      },
      listen: (next) => {
        listener = next;
      },
    },
    (run, delayMs) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  );
  await vi.advanceTimersByTimeAsync(0);
  const isOpen = () => !requests.includes('close');
  const openAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return isOpen();
  };
  return { store, background, openAfter, isOpen };
}

describe('the toast after a save', () => {
  it('goes away after four seconds', async () => {
    const { openAfter } = await open(SAVED);
    expect([await openAfter(4 * SECOND_MS - 1), await openAfter(1)]).toEqual([true, false]);
  });

  it('stays while it is held, and then for four seconds', async () => {
    const { store, openAfter } = await open(SAVED);
    await openAfter(3 * SECOND_MS);
    store.hold(true);
    expect(await openAfter(60 * SECOND_MS)).toBe(true);
    store.hold(false);
    expect([await openAfter(4 * SECOND_MS - 1), await openAfter(1)]).toEqual([true, false]);
  });

  it('stays for four seconds after a change of what was saved', async () => {
    const { store, openAfter } = await open(SAVED);
    await openAfter(3 * SECOND_MS);
    await store.addLabel('garden');
    expect([await openAfter(4 * SECOND_MS - 1), await openAfter(1)]).toEqual([true, false]);
  });

  it('stays until it is answered if it asks something', async () => {
    const { openAfter } = await open(ERROR_PAGE);
    expect(await openAfter(60 * SECOND_MS)).toBe(true);
  });

  it('does nothing by clicks before the person has seen it', async () => {
    const { store, background, isOpen } = await open(SAVED, false);
    await store.undo();
    await store.toggleFavourite();
    await store.removeLabel('garden');
    await store.read();
    expect(background.undoSave).not.toHaveBeenCalled();
    expect(background.editSaved).not.toHaveBeenCalled();
    expect(isOpen()).toBe(true);
  });

  it('takes the save back by a click that was seen', async () => {
    const { store, background } = await open(SAVED);
    await store.undo();
    expect(background.undoSave).toHaveBeenCalledOnce();
  });
});
