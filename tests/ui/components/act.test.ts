import { afterEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../src/domain/result';
import type { GroupId } from '../../../src/library';
import { type ActDeps, createAct } from '../../../src/ui/components/act';
import { createToastStore } from '../../../src/ui/components/toasts';
import { testClock } from '../popup/clock';

function open() {
  const toasts = createToastStore(testClock().later);
  const background = { libraryChanged: vi.fn(async () => ok(null)) };
  const undoLogged = vi.fn<ActDeps['undo']>(async (group) => ok({ group }));
  const act = createAct({ toasts, background, undo: undoLogged });
  const shown = () => toasts.toasts.value.map(({ message }) => message);
  return { act, undoLogged, background, toasts, shown };
}

afterEach(() => vi.restoreAllMocks());

describe('a change of a person', () => {
  it('tells the background and returns the result', async () => {
    const { act, background, shown } = open();
    expect(await act(Promise.resolve(ok('new')))).toEqual(ok('new'));
    expect(background.libraryChanged).toHaveBeenCalledOnce();
    expect(shown()).toEqual([]);
  });

  it('shows why it was not written, and leaves earlier messages with their undo', async () => {
    const { act, background, shown } = open();
    await act(ok('a'), {
      message: (name) => `${name} is archived`,
      undo: async () => ok(null),
      about: 'a',
    });
    const failed = err({ kind: 'quota' } as const);
    const undo = vi.fn(async () => ok(null));
    expect(await act(failed, { message: () => 'done', undo, about: 'a' })).toEqual(failed);
    expect(shown()).toEqual([
      'a is archived',
      'There is no room left. Nothing was changed. Free some space and try again.',
    ]);
    expect(background.libraryChanged).toHaveBeenCalledOnce();
    expect(undo).not.toHaveBeenCalled();
  });

  it('is undone by the message, which the background learns too', async () => {
    const { act, background, toasts, shown } = open();
    const undo = vi.fn(async () => ok(null));
    await act(ok(7), { message: (count) => `${count} changed`, undo });
    expect(shown()).toEqual(['7 changed']);
    toasts.undoLast();
    await vi.waitFor(() => expect(background.libraryChanged).toHaveBeenCalledTimes(2));
    expect(undo).toHaveBeenCalledExactlyOnceWith(7);
    expect(shown()).toEqual([]);
  });

  it('is undone by the key without a message', async () => {
    const { act, background, toasts, shown } = open();
    await act(ok(7), { undo: async () => ok(null) });
    expect(shown()).toEqual([]);
    toasts.undoLast();
    await vi.waitFor(() => expect(background.libraryChanged).toHaveBeenCalledTimes(2));
    expect(shown()).toEqual(['Undone']);
  });

  it('is undone by its act of the log, with a message and without one', async () => {
    const { act, undoLogged, background, toasts, shown } = open();
    const group = 3 as GroupId;
    await act(ok({ group }), { message: () => 'changed' });
    expect(shown()).toEqual(['changed']);
    toasts.undoLast();
    await vi.waitFor(() => expect(background.libraryChanged).toHaveBeenCalledTimes(2));
    expect(shown()).toEqual([]);
    await act(ok({ group }));
    toasts.undoLast();
    await vi.waitFor(() => expect(shown()).toEqual(['Undone']));
    expect(undoLogged.mock.calls).toEqual([[group], [group]]);
  });

  it.each([[null], [{ group: null }]])(
    'says that an undo with the result %j has changed nothing',
    async (undone) => {
      const { act, undoLogged, toasts, shown } = open();
      undoLogged.mockResolvedValue(ok(undone));
      await act(ok({ group: 3 as GroupId }));
      toasts.undoLast();
      await vi.waitFor(() => expect(shown()).toEqual(['There is nothing to do.']));
    },
  );

  it('has no undo if it has changed nothing', async () => {
    const { act, undoLogged, toasts, shown } = open();
    await act(ok({ group: null }));
    toasts.undoLast();
    expect(shown()).toEqual(['There is nothing to do.']);
    expect(undoLogged).not.toHaveBeenCalled();
  });

  it('has another button beside its undo, or alone', async () => {
    const { act, toasts } = open();
    const choice = { name: 'Labels', choose: () => {} };
    await act(ok({ group: 3 as GroupId }), { message: () => 'saved', choice });
    await act(ok(null), { message: () => 'saved already', choice });
    const [saved, already] = toasts.toasts.value;
    expect([saved?.choice, saved?.takeBack !== null]).toEqual([choice, true]);
    expect([already?.choice, already?.takeBack]).toEqual([choice, null]);
  });

  it('says that it was not undone', async () => {
    const { act, background, toasts, shown } = open();
    await act(ok(7), { message: () => 'changed', undo: async () => err({ kind: 'not-found' }) });
    toasts.undoLast();
    await vi.waitFor(() =>
      expect(shown()).toEqual([
        'That bookmark is gone. It was deleted for good in another window.',
      ]),
    );
    expect(background.libraryChanged).toHaveBeenCalledOnce();
  });

  it('offers no undo if there is nothing to say', async () => {
    const { act, toasts, shown } = open();
    const undo = vi.fn(async () => ok(null));
    await act(ok([]), { message: () => null, undo });
    toasts.undoLast();
    expect(shown()).toEqual(['There is nothing to do.']);
    expect(undo).not.toHaveBeenCalled();
  });
});
