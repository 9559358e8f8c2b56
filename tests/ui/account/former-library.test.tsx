import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../src/domain/result';
import type { AccountCard } from '../../../src/service';
import { OwnAccount } from '../../../src/ui/account/own-account';
import { seriousFindings } from '../../support/accessibility';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { ada, checking, fakeStore, openPanel, problem } from './fake-store';

const former: AccountCard = { ...ada, installation: 'before', userId: 'u1' };
const asking = {
  accounts: [former],
  active: former.id,
  signIn: { ...checking(), asks: { former: former.id, userId: 'u2' } },
};
const button = (name: string) => screen.getByRole('button', { name });

function openQuestion({ person = 'u2' } = {}, store = fakeStore(asking)) {
  fillBrowserGaps();
  store.onlyHere.mockResolvedValue(
    ok([
      { kind: 'unsent', count: 3 },
      { kind: 'pages', count: 1200 },
    ]),
  );
  const onLeave = vi.fn();
  const props = { store, server: ada.base, person, onLeave };
  return { store, onLeave, ...render(<OwnAccount {...props} />) };
}

describe('the question about the library from before the server was set up anew', () => {
  it('says how much is in the library', async () => {
    const { store, container } = openQuestion();
    expect(screen.getByRole('region', { name: 'The server was set up anew' })).toBeTruthy();
    const status = await screen.findByRole('status');
    expect(status.textContent).toMatch(/missing on the server: 1,200 of 1,200/);
    expect(status.textContent).toMatch(/waiting to be sent: 3/);
    expect(store.onlyHere).toHaveBeenCalledExactlyOnceWith(former.library, true);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it.each([
    ['Send my copies to the server', true],
    ['Start with an empty library', false],
  ])('is answered by *%s*', (name, isOpened) => {
    const { store, onLeave } = openQuestion();
    fireEvent.click(button(name));
    expect(store.answerFormer).toHaveBeenCalledExactlyOnceWith(isOpened);
    expect(onLeave).not.toHaveBeenCalled();
  });

  it('can be left by signing out, which answers nothing', () => {
    const { store, onLeave } = openQuestion();
    fireEvent.click(button('Sign out'));
    expect(onLeave).toHaveBeenCalledOnce();
    expect(store.answerFormer).not.toHaveBeenCalled();
  });

  it('is not shown to somebody else, who learns nothing about the library', () => {
    const { store, container } = openQuestion({ person: 'u3' });
    expect(container.textContent).not.toMatch(/before|missing/);
    expect(store.onlyHere).not.toHaveBeenCalled();
  });

  it('stays when the answer could not be stored', async () => {
    const store = fakeStore(asking);
    store.answerFormer.mockResolvedValue(ok(problem('library-unavailable')));
    openQuestion({}, store);
    fireEvent.click(button('Send my copies to the server'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/still on disk/);
    expect(button('Start with an empty library')).toBeTruthy();
  });

  it('can be answered when the library cannot be counted', async () => {
    const store = fakeStore(asking);
    const view = openQuestion({}, store);
    view.unmount();
    store.onlyHere.mockResolvedValue(err({ kind: 'unavailable', detail: '' }));
    render(<OwnAccount store={store} server={ada.base} person="u2" />);
    await waitFor(() => expect(store.onlyHere).toHaveBeenCalledTimes(2));
    expect(screen.queryByRole('status')).toBeNull();
    expect(button('Send my copies to the server')).toBeTruthy();
  });
});

describe('a library from before, beside the library in use', () => {
  const inUse: AccountCard = {
    ...ada,
    id: 'new',
    library: 'new',
    installation: 'anew',
    userId: 'u2',
  };
  const kept: AccountCard = { ...former, library: 'old', signedOutAt: 1 };
  const ofAnother: AccountCard = { ...kept, id: 'eve', username: 'eve' };

  it('is listed to its person alone, and is exported before it is removed', async () => {
    fillBrowserGaps();
    const store = fakeStore({ accounts: [kept, ofAnother, inUse], active: inUse.id });
    store.onlyHere.mockResolvedValue(ok([{ kind: 'pages', count: 12 }]));
    const offerExport = vi.fn(({ library }: AccountCard) => <i>export of {library}</i>);
    render(<OwnAccount store={store} server={ada.base} offerExport={offerExport} />);
    const list = within(screen.getByRole('region', { name: 'The server was set up anew' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    expect(list.getByText('export of old')).toBeTruthy();
    fireEvent.click(list.getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('export of old')).toBeTruthy();
    expect(store.onlyHere).toHaveBeenCalledExactlyOnceWith('old', true);
    expect(dialog.getByRole('listitem').textContent).toContain('12');
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(store.signOut).toHaveBeenCalledExactlyOnceWith('ada', false));
  });
});

describe('the sign-out dialog', () => {
  const link = { id: 'l1', bookmark: 'b1', title: 'The harbour', expires: null };
  const ask = async (isOwn: boolean) => {
    const store = fakeStore({ accounts: [ada], active: ada.id });
    store.background.sharedLinks.mockResolvedValue(ok(ok([{ ...link, isOwn }])));
    openPanel({}, store);
    fireEvent.click(button('Sign out'));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/The server has everything/);
    await waitFor(() => expect(store.background.sharedLinks).toHaveBeenCalledOnce());
    return dialog;
  };

  it('says that links stop working that were shared on this device', async () => {
    expect(await (await ask(true)).findByText(/^Links that you shared/)).toBeTruthy();
  });

  it('says nothing about links of other devices', async () => {
    expect((await ask(false)).queryByText(/^Links that you shared/)).toBeNull();
  });

  it('does not say that the server has everything to somebody who is signed out', async () => {
    const gone = { ...ada, signedOutAt: 1 };
    openPanel({}, fakeStore({ accounts: [gone], active: gone.id }));
    fireEvent.click(button('Remove'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('export')).toBeTruthy();
    expect(dialog.queryByText(/The server has everything/)).toBeNull();
  });
});
