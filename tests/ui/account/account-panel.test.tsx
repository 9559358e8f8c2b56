import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../src/domain/result';
import type { OnlyHere } from '../../../src/library';
import { AccountMenu } from '../../../src/ui/account/account-menu';
import { OwnAccount } from '../../../src/ui/account/own-account';
import { seriousFindings } from '../../support/accessibility';
import { ada, become, bob, choosing, fakeStore, openPanel, problem } from './fake-store';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const signedIn = { accounts: [ada], active: ada.id };
const signedOut = { accounts: [{ ...ada, signedOutAt: ada.signedInAt }], active: ada.id };

describe('the active account', () => {
  it('shows the user, the server, the date of sign-in and the version', async () => {
    const { container } = openPanel(signedIn);
    const card = screen.getByRole('region', { name: 'ada' });
    expect(card.textContent).toContain('read.example.org/keep');
    expect(card.textContent).toMatch(/Signed in since .*14.* · Readeck 0\.22\.2/);
    expect(screen.queryByLabelText('Address of your server')).toBeNull();
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('is named after its server when the server reports no user name', () => {
    openPanel({ accounts: [{ ...ada, username: '' }], active: ada.id });
    expect(screen.getByRole('region', { name: 'read.example.org/keep' })).toBeTruthy();
  });

  it('offers to sign in again after the server has ended the session', async () => {
    const { store, container } = openPanel(signedOut);
    expect(screen.getByText(/nothing is sent until you sign in again/)).toBeTruthy();
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(button('Sign in again'));
    expect(store.findAgain).toHaveBeenCalledExactlyOnceWith(signedOut.accounts[0]);
    expect(store.findServer).not.toHaveBeenCalled();
    become(store, { signIn: choosing() });
    expect(button('Open the sign-in page')).toBeTruthy();
    // Otherwise the check would examine the server of the sign-in under way.
    expect(screen.queryByRole('button', { name: 'Sign in again' })).toBeNull();
    // A second click in the same place must not hit this button.
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Check the connection' })).toHaveLength(1);
  });

  it.each([
    ['may only read', ['api:bookmarks:read'], /may only read\. .* stays on this device/],
    ['may not read', ['api:profile:info'], /may not read bookmarks, so nothing is synced/],
  ])('says it when its sign-in %s, and what to do', async (_, permissions, text) => {
    const account = { ...ada, permissions };
    const { store, container } = openPanel({ accounts: [account], active: ada.id });
    const card = screen.getByRole('region', { name: 'ada' });
    const note = within(card).getByRole('status');
    expect(note.textContent).toMatch(text);
    expect(note.textContent).toMatch(/create a token with these permissions/);
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(button('Check the connection'));
    expect(store.background.examine).toHaveBeenCalledOnce();
    fireEvent.click(button('Sign in again'));
    expect(store.findAgain).toHaveBeenCalledExactlyOnceWith(account);
    become(store, { accounts: [ada] });
    expect(within(card).queryByRole('status')).toBeNull();
  });

  it.each([
    ['may do all', ada.permissions],
    ['has permissions that the server does not report', []],
  ])('says nothing of permissions when its sign-in %s', (_, permissions) => {
    openPanel({ accounts: [{ ...ada, permissions }], active: ada.id });
    expect(within(screen.getByRole('region', { name: 'ada' })).queryByRole('status')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Sign in again' })).toBeNull();
  });

  it('is checked at once when another page asks for it', () => {
    const { store } = openPanel(signedIn, fakeStore(signedIn), true);
    expect(store.background.examine).toHaveBeenCalledOnce();
  });

  it('offers the connection check while it is signed out', () => {
    const { store } = openPanel(signedOut);
    fireEvent.click(button('Check the connection'));
    expect(store.background.examine).toHaveBeenCalledOnce();
  });

  it('explains why signing in again failed', async () => {
    const { store } = openPanel(signedOut);
    store.findAgain.mockResolvedValue(ok(problem('not-allowed')));
    fireEvent.click(button('Sign in again'));
    expect((await screen.findByRole('alert')).textContent).toMatch(/was not allowed/);
  });

  it('says once that the server does not answer when signing in again', async () => {
    const { store } = openPanel(signedOut);
    const unreachable = problem('offline');
    store.findAgain.mockImplementation(async () => {
      const { base } = ada;
      become(store, { signIn: { kind: 'not-found', base, problem: unreachable } });
      return ok(unreachable);
    });
    // The request ends and the panel is rendered in it.
    await act(async () => void fireEvent.click(button('Sign in again')));
    expect(screen.getAllByText('The server does not answer.')).toHaveLength(1);
  });
});

describe('several accounts', () => {
  it('switch when the user chooses another one', async () => {
    const left = { ...bob, signedOutAt: ada.signedInAt };
    const { store, container } = openPanel({ ...signedIn, accounts: [ada, left] });
    const others = screen.getByRole('region', { name: 'Other accounts' });
    expect(within(others).getByText(/^Signed out since .*14/)).toBeTruthy();
    expect(within(others).getByText('nas.lan:8000')).toBeTruthy();
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(within(others).getByRole('button', { name: 'Switch to bob' }));
    expect(store.switchAccount).toHaveBeenCalledExactlyOnceWith('bob');
  });

  it('are listed when none is active', () => {
    openPanel({ accounts: [bob] });
    const kept = screen.getByRole('region', { name: 'Other accounts' });
    expect(within(kept).getByRole('button', { name: 'Switch to bob' })).toBeTruthy();
  });

  it('start a new sign-in with a click that focuses the field, and can be cancelled', async () => {
    const { store } = openPanel(signedIn);
    fireEvent.click(button('Add another account'));
    const field = await screen.findByLabelText('Address of your server');
    await waitFor(() => expect(document.activeElement).toBe(field));
    fireEvent.click(button('Cancel'));
    expect(await screen.findByRole('button', { name: 'Add another account' })).toBeTruthy();
    fireEvent.click(button('Add another account'));
    await screen.findByLabelText('Address of your server');
    become(store, { accounts: [ada, bob], active: 'bob' });
    expect(await screen.findByRole('button', { name: 'Add another account' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'bob' })).toBeTruthy();
  });
});

describe('the sign-out dialog', () => {
  const ask = async (
    list: readonly OnlyHere[],
    status: typeof signedIn | typeof signedOut = signedIn,
  ) => {
    const store = fakeStore(status);
    store.onlyHere.mockResolvedValue(ok(list));
    const view = openPanel({}, store);
    fireEvent.click(button(status === signedOut ? 'Remove' : 'Sign out'));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText(/The server/);
    return { ...view, dialog: within(dialog) };
  };
  const remove = { name: /^Remove it from/ };
  const UNSENT: OnlyHere = { kind: 'unsent', count: 3 };
  const REVISIONS: OnlyHere = { kind: 'earlierArticles', count: 2 };

  it('names what the server does not have, and keeps the library by default', async () => {
    const { store, dialog, container } = await ask([UNSENT, { kind: 'trash', count: 1200 }]);
    expect(store.onlyHere).toHaveBeenCalledExactlyOnceWith(ada.library, false);
    const items = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(items).toEqual(['Changes waiting to be sent: 3', 'In the trash: 1,200']);
    expect(dialog.getByText('export')).toBeTruthy();
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(store.signOut).toHaveBeenCalledExactlyOnceWith('ada', true));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that it will be lost before it removes the library', async () => {
    const { store, dialog } = await ask([UNSENT]);
    expect(dialog.getByText(/Removing the library deletes it/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('radio', remove));
    await dialog.findByRole('button', { name: 'Sign out and remove' });
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out and remove' }));
    await waitFor(() => expect(store.signOut).toHaveBeenCalledExactlyOnceWith('ada', false));
  });

  it('removes nothing when more was saved since it was opened, and lists that', async () => {
    const { store, dialog } = await ask([UNSENT]);
    fireEvent.click(dialog.getByRole('radio', remove));
    const more = { ...UNSENT, count: 4 };
    store.onlyHere.mockResolvedValue(ok([more]));
    fireEvent.click(await dialog.findByRole('button', { name: 'Sign out and remove' }));
    await dialog.findByText('Changes waiting to be sent: 4');
    expect(store.signOut).not.toHaveBeenCalled();
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out and remove' }));
    await waitFor(() => expect(store.signOut).toHaveBeenCalledExactlyOnceWith('ada', false));
  });

  it('says what an export does not contain', async () => {
    const { dialog } = await ask([UNSENT, REVISIONS]);
    const itemsOf = (name: string) =>
      within(dialog.getByRole('list', { name })).getAllByRole('listitem');
    expect(itemsOf('An export keeps:').map(({ textContent }) => textContent)).toEqual([
      'Changes waiting to be sent: 3',
    ]);
    expect(itemsOf('No export keeps:').map(({ textContent }) => textContent)).toEqual([
      'Earlier articles: 2',
    ]);
  });

  it('sends what waits, and then names what is left', async () => {
    const { store, dialog } = await ask([UNSENT, REVISIONS]);
    store.onlyHere.mockResolvedValue(ok([REVISIONS]));
    fireEvent.click(dialog.getByRole('button', { name: 'Sync now' }));
    await waitFor(() => expect(dialog.queryByText(/waiting/)).toBeNull());
    expect(store.background.syncNow).toHaveBeenCalledOnce();
    expect(dialog.getByText('Earlier articles: 2')).toBeTruthy();
  });

  it('does not warn when the server has everything', async () => {
    const { dialog } = await ask([]);
    expect(dialog.getByText('The server has everything in this library.')).toBeTruthy();
    expect(dialog.queryByText('export')).toBeNull();
    fireEvent.click(dialog.getByRole('radio', remove));
    await dialog.findByRole('button', { name: 'Sign out and remove' });
    expect(dialog.queryByText(/Removing the library/)).toBeNull();
  });

  it('lists the servers that have not confirmed the sign-out yet', async () => {
    const { container } = openPanel({ pendingRevocations: [ada.base] });
    const note = screen.getByText(/^read\.example\.org\/keep did not answer/);
    expect(note.textContent).toContain('when it answers again');
    expect(within(note).getByRole<HTMLAnchorElement>('link').href).toBe(`${ada.base}/profile`);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('can be cancelled', async () => {
    const { store, dialog } = await ask([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(store.signOut).not.toHaveBeenCalled();
  });

  it('only offers to remove an account that is signed out already', async () => {
    const { store, dialog } = await ask([UNSENT], signedOut);
    expect(dialog.queryByRole('radio')).toBeNull();
    expect(dialog.getByText(/are deleted from this device for good/)).toBeTruthy();
    expect(dialog.getByText(/Removing the library deletes it/)).toBeTruthy();
    expect(dialog.getByText('export')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(store.signOut).toHaveBeenCalledExactlyOnceWith('ada', false));
  });

  it('admits when it could not read the library, and keeps it', async () => {
    const store = fakeStore(signedIn);
    store.onlyHere.mockResolvedValue(err({ kind: 'unavailable', detail: '' }));
    openPanel({}, store);
    fireEvent.click(button('Sign out'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText("The library can't be opened")).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(store.signOut).toHaveBeenCalledExactlyOnceWith('ada', true));
  });

  describe('of the web app', () => {
    const own = async (list: readonly OnlyHere[], onStay?: () => void) => {
      const store = fakeStore(signedIn);
      store.onlyHere.mockResolvedValue(ok(list));
      render(
        <OwnAccount
          store={store}
          server={ada.base}
          offerExport={() => <i>export</i>}
          onStay={onStay}
        />,
      );
      if (!onStay) fireEvent.click(button('Sign out'));
      const dialog = within(await screen.findByRole('dialog'));
      await dialog.findByText(/The server/);
      return { store, dialog };
    };

    it('removes the library without a choice if the server has everything', async () => {
      const { store, dialog } = await own([]);
      expect(dialog.queryByRole('radio')).toBeNull();
      fireEvent.click(dialog.getByRole('button', { name: 'Sign out and remove' }));
      await waitFor(() => expect(store.signOut).toHaveBeenCalledExactlyOnceWith('ada', false));
    });

    it('keeps and hides what only this browser has', async () => {
      const { store, dialog } = await own([UNSENT]);
      fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
      await waitFor(() => expect(store.signOut).toHaveBeenCalledExactlyOnceWith('ada', true));
    });

    it('asks nothing after *Sign out* on a page of the server if the server has everything', async () => {
      const { store } = await own([], vi.fn());
      await waitFor(() => expect(store.signOut).toHaveBeenCalledExactlyOnceWith('ada', false));
    });

    it('opens when a page of the server asks, and can be left', async () => {
      const onStay = vi.fn();
      const { store, dialog } = await own([UNSENT], onStay);
      fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
      expect(onStay).toHaveBeenCalledOnce();
      expect(store.signOut).not.toHaveBeenCalled();
    });
  });

  it('says that the server did not revoke the token, and links to the page where the user can', async () => {
    const { store, dialog } = await ask([]);
    store.signOut.mockResolvedValue(ok(false));
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /profile/ });
    expect(link.href).toBe('https://read.example.org/keep/profile');
  });

  it('stays open when signing out failed', async () => {
    const { store, dialog } = await ask([]);
    store.signOut.mockResolvedValue(err({ kind: 'unreachable' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    expect((await dialog.findByRole('alert')).textContent).toMatch(/did not answer/);
  });
});

describe('the account menu of the popup', () => {
  const open = (status: Parameters<typeof fakeStore>[0]) => {
    const store = fakeStore(status);
    const onManage = vi.fn();
    return { store, onManage, ...render(<AccountMenu store={store} onManage={onManage} />) };
  };

  it('shows whose library is open, and leads to the settings', async () => {
    const { container, onManage } = open(signedIn);
    expect(container.textContent).toContain('read.example.org/keep');
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(button('Manage accounts'));
    expect(onManage).toHaveBeenCalledOnce();
  });

  it('leads to signing in when there is no account', () => {
    const { onManage } = open({});
    expect(screen.getByText(/needs no account/)).toBeTruthy();
    fireEvent.click(button('Sign in'));
    expect(onManage).toHaveBeenCalledOnce();
  });

  it('says that the server has ended the session', () => {
    open(signedOut);
    expect(screen.getByText(/nothing is sent/)).toBeTruthy();
    expect(button('Sign in again')).toBeTruthy();
  });

  it('switches to another account', async () => {
    const { store } = open({ ...signedIn, accounts: [ada, bob] });
    store.switchAccount.mockResolvedValue(ok(problem('library-unavailable')));
    fireEvent.click(button('Switch to bob'));
    expect(store.switchAccount).toHaveBeenCalledExactlyOnceWith('bob');
    expect((await screen.findByRole('alert')).textContent).toMatch(/still on disk/);
  });
});
