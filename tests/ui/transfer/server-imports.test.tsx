import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../src/domain/result';
import { type ImportCounts, importRepository } from '../../../src/library';
import type { SourceCard } from '../../../src/service';
import { ImportPage } from '../../../src/ui/transfer/import-page';
import { type TestLibrary, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { ada, become, choosing, type FakeStore, fakeStore, problem } from '../account/fake-store';
import { fakeBackground } from '../fake-background';
import { heldImporter } from './held-importer';

afterEach(() => {
  act(cleanup);
});

const PREVIEW: ImportCounts = {
  rows: 9,
  fresh: 5,
  here: 2,
  twice: 1,
  articles: 4,
  highlights: 3,
  broken: 1,
  newLabels: ['ice'],
  spellings: [],
  brokenRows: [{ row: 4, reason: 'broken', text: 'abc' }],
};

/** The server that is signed in to, and the library into which it is read. */
const SOURCE: SourceCard = {
  account: { ...ada, id: 'there', library: 'there', base: 'https://there.example/keep' },
  into: null,
};

interface Opened {
  readonly accounts: FakeStore;
  readonly there: TestLibrary;
  readonly onChanged: ReturnType<typeof vi.fn>;
  readonly imports: ReturnType<typeof importRepository>;
  readonly container: Element;
}

async function opened(source: SourceCard | null = null, counted = ok(PREVIEW)): Promise<Opened> {
  const [{ library }, there] = [await testLibrary(), await testLibrary()];
  const accounts = fakeStore({ source });
  const onChanged = vi.fn(async () => ok(null));
  const { importer } = heldImporter(undefined, counted);
  const { container } = render(
    <ImportPage
      library={Promise.resolve(library)}
      importer={async () => importer}
      servers={{ accounts: async () => accounts, openSource: async () => there.library }}
      background={fakeBackground({ libraryChanged: onChanged })}
    />,
  );
  await waitFor(() => expect(button('Choose a file')).toHaveProperty('disabled', false));
  return { accounts, there, onChanged, container, imports: library.part(importRepository) };
}

const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(button(name));

/** The background has read the list of the server. */
const listRead = async ({ there }: Opened) => {
  const { now } = there.clock;
  value(await there.library.sync.setMeta({ syncedAt: now, arriving: null, stop: null }));
};

describe('an import from another server', () => {
  it('signs in to the server like to an account', async () => {
    const { accounts, container } = await opened();
    click('From another server');
    expect(await seriousFindings(container)).toEqual([]);
    const address = screen.getByLabelText('Address of your server');
    fireEvent.input(address, { target: { value: 'there.example' } });
    click('Continue');
    expect(accounts.findServer).toHaveBeenCalledExactlyOnceWith('there.example', '', 'import');
    become(accounts, { signIn: choosing(), signInFor: 'import' });
    click('Open the sign-in page');
    expect(accounts.signIn).toHaveBeenCalledExactlyOnceWith({ way: 'code' });
    become(accounts, { signIn: null, signInFor: 'account', source: SOURCE });
    expect(screen.queryByText('From another server')).toBe(null);
    become(accounts, { source: null });
    expect(button('From another server')).toBeTruthy();
  });

  it('shows why the sign-in failed, and can be cancelled', async () => {
    const { accounts } = await opened();
    const why = problem('not-this-service');
    const signIn = { kind: 'not-found', base: 'https://there.example', problem: why } as const;
    become(accounts, { signIn, signInFor: 'import' });
    expect(screen.getByRole('alert').textContent).not.toBe('');
    click('Cancel');
    expect(accounts.background.cancelSignIn).toHaveBeenCalledExactlyOnceWith({ use: 'import' });
    become(accounts, { signIn: null, signInFor: 'account' });
    expect(button('From another server')).toBeTruthy();
  });

  it('does not show the sign-in of an account', async () => {
    const { accounts } = await opened();
    become(accounts, { signIn: choosing() });
    click('From another server');
    expect(screen.getByLabelText('Address of your server')).toBeTruthy();
    expect(screen.queryByText('Open the sign-in page')).toBe(null);
  });

  it('shows how far the server is read, then what is there, and starts with the choices of the person', async () => {
    const test = await opened(SOURCE);
    await screen.findByText('Reading the list of the server…');
    value(await test.there.library.sync.setMeta({ arriving: { done: 3, of: 9 } }));
    await screen.findByText(/3 of 9/);
    await listRead(test);
    await screen.findByText('New pages: 5');
    expect(await seriousFindings(test.container)).toEqual([]);
    fireEvent.click(screen.getByLabelText('Archive them'));
    click('Import (7)');
    await waitFor(async () =>
      expect(await test.imports.get(1)).toMatchObject({
        state: 'running',
        format: 'server',
        fileName: 'there.example/keep',
        source: 'there',
        total: 9,
        choices: { isArchived: true, skipsDuplicates: true },
      }),
    );
    await waitFor(() => expect(test.onChanged).toHaveBeenCalled());
    await waitFor(() => expect(screen.queryByText('New pages: 5')).toBe(null));
  });

  it('forgets what was read when the person closes the preview', async () => {
    const test = await opened(SOURCE);
    await listRead(test);
    await screen.findByText('New pages: 5');
    click('Cancel');
    expect(test.accounts.signOut).toHaveBeenCalledExactlyOnceWith('there', false);
    become(test.accounts, { source: null });
    await waitFor(() => expect(screen.queryByText('New pages: 5')).toBe(null));
    await waitFor(() => expect(document.activeElement).toBe(button('From another server')));
  });

  it('says why the list could not be counted', async () => {
    const test = await opened(SOURCE, err('source-gone') as never);
    await listRead(test);
    expect((await screen.findByRole('alert')).textContent).toMatch(/no longer has what it read/);
  });

  it('is busy while a server is read for another library', async () => {
    await opened({ ...SOURCE, into: 'other' });
    await screen.findByText('Another import is not finished.');
  });
});

describe('an import from another server that has begun', () => {
  async function begun(account: Partial<SourceCard['account']> = {}) {
    const source = { ...SOURCE, account: { ...SOURCE.account, ...account } };
    const test = await opened(source);
    await listRead(test);
    await screen.findByText('New pages: 5');
    click('Import (7)');
    await screen.findByText('Importing: 0 of 9');
    return test;
  }

  it('says how many articles are still read, and can be paused', async () => {
    const { there, imports } = await begun();
    value(await there.library.sync.setMeta({ stop: { kind: 'offline' } }));
    await screen.findByText(/can.t be reached; Leafmark will try again/);
    click('Pause');
    await waitFor(async () => expect(await imports.get(1)).toMatchObject({ state: 'paused' }));
    expect(button('Choose a file')).toHaveProperty('disabled', true);
  });

  it('asks the person to sign in again when the server has refused the token', async () => {
    const test = await begun();
    const account = { ...SOURCE.account, signedOutAt: 1 };
    become(test.accounts, { source: { ...SOURCE, account } });
    expect(await seriousFindings(test.container)).toEqual([]);
    click('Sign in again');
    expect(test.accounts.findAgain).toHaveBeenCalledExactlyOnceWith(account);
  });

  it('asks for the permission that the browser has taken away', async () => {
    const test = await begun();
    value(await test.there.library.sync.setMeta({ stop: { kind: 'not-allowed' } }));
    await screen.findByRole('button', { name: 'Allow' });
    click('Allow');
    expect(test.accounts.allow).toHaveBeenCalledExactlyOnceWith(SOURCE.account);
  });

  it('can be ended, and leaves the server', async () => {
    const { imports, accounts } = await begun();
    value(await imports.pause(1, null));
    await screen.findByText(/0 of 9 rows are done/);
    click('End it here');
    await waitFor(() => expect(accounts.signOut).toHaveBeenCalledWith('there', false));
    expect(await imports.get(1)).toMatchObject({ state: 'finished', isCancelled: true });
  });
});
