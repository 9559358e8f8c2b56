import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { type CollectionId, DEFAULT_COLLECTION_FIELDS } from '../../../src/domain/collection';
import { err } from '../../../src/domain/result';
import { DEFAULT_SYNC_SETTINGS } from '../../../src/domain/settings';
import type { JournalKind, SyncStatus } from '../../../src/library';
import { SyncPage } from '../../../src/ui/sync/sync-page';
import { type LibraryOfTests, page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fakeSync } from './fake-sync';

const URL_A = 'https://example.org/a';

let library: LibraryOfTests;
let id: BookmarkId;

beforeEach(async () => {
  ({ library } = await testLibrary());
  ({
    bookmark: { id },
  } = value(await library.bookmarks.save(page({ url: URL_A, title: 'Mine' }))));
});
afterEach(() => {
  cleanup();
  library.close();
  vi.unstubAllGlobals();
});

function openPage(status: Partial<SyncStatus> = {}, store = fakeSync(status)) {
  const hrefOf = (each: BookmarkId) => `#/read/${each}`;
  return {
    store,
    ...render(
      <SyncPage sync={async () => store} library={Promise.resolve(library)} hrefOf={hrefOf} />,
    ),
  };
}

const refuse = () =>
  library.sync.transaction({ ids: [id] }, (tx) => {
    const state = tx.get(id);
    const refusal = { kind: 'invalid', detail: 'title: too long' };
    const intents = state.intents.map((one) => ({ ...one, state: 'attention' as const, refusal }));
    tx.put({ ...state, intents });
  });

const writeEntry = (kind: JournalKind) =>
  library.sync.transaction({ ids: [id] }, (tx) =>
    tx.log(kind, id, [{ field: 'title', ours: 'Mine', theirs: 'Theirs' }]),
  );

const section = (name: string) => screen.findByRole('region', { name });

describe('a change that the server refused', () => {
  beforeEach(async () => void value(await refuse()));

  it("is listed with its reason and the server's own message", async () => {
    const { container } = openPage({ attention: 1 });
    const list = await section('The server did not accept this');
    const link = await within(list).findByRole<HTMLAnchorElement>('link', { name: 'Mine' });
    expect(link.getAttribute('href')).toBe(`#/read/${id}`);
    expect(list.textContent).toContain('It could not be saved on the server.');
    expect(list.textContent).toContain('The server refused it.');
    expect(list.textContent).toContain('title: too long');
    expect(await seriousFindings(container)).toEqual([]);
  });

  it.each([
    ['Try again', 'waiting', false],
    ['Discard', undefined, true],
    ['Keep only here', undefined, false],
  ])('can be answered with %s', async (button, state, isTrashed) => {
    const { store } = openPage({ attention: 1 });
    fireEvent.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => expect(store.syncNow).toHaveBeenCalledTimes(1));
    const read = library.sync.transaction({ ids: [id] }, (tx) => tx.get(id).intents);
    expect(value(await read)[0]?.state).toBe(state);
    expect(((await library.bookmarks.get(id))?.trashedAt ?? null) !== null).toBe(isTrashed);
  });
});

describe('a collection that the server refused', () => {
  const LONG = 'Winter '.repeat(30);
  let collection: CollectionId;

  beforeEach(async () => {
    ({ id: collection } = value(
      await library.collections.create({ ...DEFAULT_COLLECTION_FIELDS, name: LONG, search: 'ice' }),
    ));
    value(
      await library.sync.collectionTransaction((tx) => {
        const row = tx.get(collection)!;
        const refusal = { kind: 'invalid', detail: 'name: too long' };
        tx.put({ ...row, entry: { ...row.entry!, state: 'attention', refusal } });
      }),
    );
  });

  it('is listed with its name, its reason and its actions', async () => {
    const { container } = openPage({ attention: 1 });
    const list = await section('The server did not accept this');
    await within(list).findByText(/^Collection “Winter Winter/);
    expect(list.textContent).toContain('It could not be saved on the server.');
    expect(list.textContent).toContain('The server refused it.');
    expect(list.textContent).toContain('name: too long');
    within(list).getByText(/What the server never had is deleted/);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it.each([
    ['Try again', 'waiting', true],
    ['Discard', undefined, false],
    ['Keep only here', undefined, true],
  ])('can be answered with %s', async (button, state, isHere) => {
    const { store } = openPage({ attention: 1 });
    fireEvent.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => expect(store.syncNow).toHaveBeenCalledTimes(1));
    expect((await library.sync.waitingCollections())[0]?.entry?.state).toBe(state);
    expect((await library.collections.get(collection)) !== null).toBe(isHere);
  });

  it('stays when the answer could not be written, and explains why', async () => {
    const { store } = openPage({ attention: 1 });
    const button = await screen.findByRole('button', { name: 'Discard' });
    vi.spyOn(library.sync, 'collectionTransaction').mockResolvedValue(err({ kind: 'quota' }));
    fireEvent.click(button);
    expect((await screen.findByRole('alert')).textContent).toContain('no room left');
    expect(store.syncNow).not.toHaveBeenCalled();
  });
});

const LOST = { kind: 'server-lost-data', missing: 1200, older: 0, known: 2000 } as const;

describe('a server that has lost data', () => {
  it('shows how many bookmarks are missing or older, and what each answer does', async () => {
    openPage({ stop: { ...LOST, missing: 1, older: 3 } });
    const question = await section('The server has lost data');
    const text = question.textContent?.replace(/[\u2066-\u2069]/g, '');
    expect(text).toContain('Bookmarks missing on the server: 1 of 2,000');
    expect(text).toContain('Bookmarks older on the server than here: 3');
    expect(text).toContain('go to the trash here');
  });

  it('does not mention older bookmarks when some are only missing', async () => {
    openPage({ stop: LOST });
    const question = await section('The server has lost data');
    expect(question.textContent).toMatch(/missing on the server.*go to the trash/);
    expect(question.textContent).not.toMatch(/older/i);
  });

  it('does not mention missing bookmarks when all are only older', async () => {
    openPage({ stop: { ...LOST, missing: 0, older: 1 } });
    const question = await section('The server has lost data');
    expect(question.textContent).toMatch(/Bookmarks older on the server than here: 1/);
    expect(question.textContent).not.toMatch(/missing on the server|trash/);
  });

  it('shows how many highlights are missing when the server has none', async () => {
    openPage({ stop: { ...LOST, missing: 0, highlights: 1200 } });
    const question = await section('The server has lost data');
    expect(question.textContent).toMatch(/Highlights missing on the server: 1,200/);
    expect(question.textContent).toContain('The highlights are deleted here, too.');
    expect(question.textContent).not.toMatch(/trash/);
  });

  it('is asked about again when the answer could not be written', async () => {
    const { store } = openPage({ stop: LOST });
    const question = await section('The server has lost data');
    const setMeta = vi.spyOn(library.sync, 'setMeta').mockResolvedValue(err({ kind: 'quota' }));
    fireEvent.click(within(question).getByRole('button', { name: 'Use what the server has' }));
    expect((await within(question).findByRole('alert')).textContent).toContain('no room left');
    expect(store.syncNow).not.toHaveBeenCalled();
    setMeta.mockRestore();
    fireEvent.click(within(question).getByRole('button', { name: 'Send my copies to the server' }));
    await waitFor(() => expect(store.syncNow).toHaveBeenCalledTimes(1));
    expect(within(question).queryByRole('alert')).toBeNull();
  });

  it.each([
    ['Send my copies to the server', 'send-back'],
    ['Use what the server has', 'accept'],
  ])('is answered with: %s', async (button, decision) => {
    const { store } = openPage({ stop: LOST });
    const question = await section('The server has lost data');
    expect(question.textContent).toContain('1,200 of 2,000');
    fireEvent.click(within(question).getByRole('button', { name: button }));
    await waitFor(() => expect(store.syncNow).toHaveBeenCalledTimes(1));
    expect((await library.sync.meta()).decision).toBe(decision);
  });
});

describe('a stop of sync', () => {
  const hrefOf = async (name: string) =>
    (await screen.findByRole('link', { name })).getAttribute('href');

  it.each([
    ['may only read', ['api:bookmarks:write'], /^This sign-in may only read/],
    ['may not read', ['api:bookmarks:read', 'api:bookmarks:write'], /^This sign-in may not read/],
    ['lacks something that the server does not report', [], /^The server does not let this/],
  ] as const)('names cause and remedy when the sign-in %s', async (_, missing, cause) => {
    const store = fakeSync({ waiting: 1, stop: { kind: 'forbidden', detail: 'No right' } });
    store.missing.value = missing;
    const { container } = openPage({}, store);
    const state = await screen.findByRole('status');
    expect(state.textContent).toBe('The server does not allow this sign-in to sync');
    expect(screen.getByText(cause).textContent).toMatch(/create a token with these permissions/);
    screen.getByText('No right');
    expect(await hrefOf('Check the connection')).toBe('options.html#check');
    expect(await hrefOf('Sign in again')).toBe('options.html#account');
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('is announced before the first save when the sign-in may only read', async () => {
    const store = fakeSync();
    store.missing.value = ['api:bookmarks:write'];
    openPage({}, store);
    await screen.findByText(/^This sign-in may only read/);
    expect(await hrefOf('Check the connection')).toBe('options.html#check');
  });

  it('says that no progress was made and the data is safe, and leads to the check', async () => {
    const { container } = openPage({ waiting: 3, stop: { kind: 'no-progress' } });
    const state = await screen.findByRole('status');
    expect(state.textContent).toMatch(/^Sync is stuck.* your data is safe here/);
    expect(await hrefOf('Check the connection')).toBe('options.html#check');
    expect(screen.queryByRole('link', { name: 'Sign in again' })).toBeNull();
    expect(await seriousFindings(container)).toEqual([]);
  });

  it.each([{ kind: 'refused', detail: '' }, { kind: 'wrong-server' }] as const)(
    'leads to the check when it is $kind',
    async (stop) => {
      openPage({ stop });
      expect(await hrefOf('Check the connection')).toBe('options.html#check');
    },
  );

  it.each([null, { kind: 'offline' }, { kind: 'server-busy' }] as const)(
    'shows no more than the status when it is %j',
    async (stop) => {
      openPage({ stop });
      await screen.findByRole('status');
      expect(screen.queryByRole('link', { name: 'Check the connection' })).toBeNull();
    },
  );
});

describe('a server to which the browser denies access', () => {
  it('has a button that requests the access', async () => {
    const { store, container } = openPage({ stop: { kind: 'not-allowed' } });
    const state = await screen.findByRole('status');
    expect(state.textContent).toBe('The browser does not let Leafmark reach the server');
    fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
    expect(store.allow).toHaveBeenCalledTimes(1);
    expect(store.syncNow).not.toHaveBeenCalled();
    expect(await seriousFindings(container)).toEqual([]);
  });
});

describe('articles that are still missing', () => {
  it('are counted, and can be paused', async () => {
    const { store } = openPage({ articlesPending: 60, articlesHere: 40 });
    const progress = await section('Articles from the server');
    expect(progress.textContent).toContain('40 of 100 articles have been downloaded.');
    expect(within(progress).getByRole<HTMLProgressElement>('progressbar').value).toBe(40);
    fireEvent.click(within(progress).getByRole('button', { name: 'Pause' }));
    expect(store.change).toHaveBeenCalledWith({ isPaused: true });
    store.settings.value = { ...DEFAULT_SYNC_SETTINGS, isPaused: true };
    await within(progress).findByText('Paused. Articles that you open are still downloaded.');
    await screen.findByText('Paused. Articles still to be downloaded: 60');
    fireEvent.click(await within(progress).findByRole('button', { name: 'Resume' }));
    expect(store.change).toHaveBeenLastCalledWith({ isPaused: false });
  });
});

describe('the journal', () => {
  it('shows the actions, newest first, and undoes a merge', async () => {
    value(await writeEntry('sent'));
    value(await writeEntry('merged'));
    openPage();
    const journal = await section('Sync history');
    await within(journal).findByText(/Changed here and on the server; your change was kept/);
    const entries = within(journal).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Changed here and on the server; your change was kept'),
      expect.stringContaining('Sent'),
    ]);
    fireEvent.click(within(journal).getByRole('button', { name: 'Undo' }));
    await within(journal).findByText('This was undone. The change is being sent to the server.');
    expect((await library.bookmarks.get(id))?.title).toBe('Theirs');
  });

  it('follows new entries and changed titles', async () => {
    openPage();
    const journal = await section('Sync history');
    within(journal).getByText('Not synced yet');
    value(await writeEntry('sent'));
    await within(journal).findByText(/Sent/);
    await within(journal).findByRole('link', { name: 'Mine' });
    value(await library.bookmarks.edit(id, { title: 'Renamed' }));
    await within(journal).findByRole('link', { name: 'Renamed' });
    expect(within(journal).queryByText('Not synced yet')).toBeNull();
  });

  it.each<[JournalKind, string, unknown, unknown, string]>([
    ['merged', 'title', 'Mine', 'Theirs', 'Title, not kept: “Theirs”'],
    ['joined', 'title', 'Mine', 'Theirs', 'Title, not kept: “Theirs”'],
    ['received', 'title', 'Mine', 'Theirs', 'Title before: “Mine”'],
    ['received', 'siteName', '', 'Theirs', 'Site before: (empty)'],
    ['merged', 'authors', [], ['Ada', 'Bo'], 'Authors, not kept: “Ada, Bo”'],
    ['received', 'labels', [], ['a'], 'Labels before: (empty)'],
    ['merged', 'published', null, '2025-03-12', 'Published, not kept: March 12, 2025'],
    ['merged', 'isFavourite', false, true, 'Favourite, not kept: yes'],
    ['merged', 'isArchived', true, false, 'Archived, not kept: no'],
    ['received', 'readProgress', 40, 70, 'Read so far before: 40% read'],
    [
      'merged',
      'title',
      'Mine',
      `a\n ${'b'.repeat(200)}`,
      `Title, not kept: “a ${'b'.repeat(118)}…”`,
    ],
    ['merged', 'title', 'Mine', 'שלום', 'Title, not kept: \u2068“\u2068שלום\u2069”\u2069'],
  ])('shows for %s which value of %s was replaced', async (...case_) => {
    const [kind, field, ours, theirs, words] = case_;
    value(
      await library.sync.transaction({ ids: [id] }, (tx) =>
        tx.log(kind, id, [{ field, ours, theirs }]),
      ),
    );
    openPage();
    const entry = await within(await section('Sync history')).findByRole('listitem');
    expect(entry.querySelector('.hint')?.textContent).toBe(words);
    within(entry).getByRole('button', { name: 'Undo' });
  });

  it('shows many new bookmarks of the server as one entry with their number', async () => {
    value(
      await library.sync.transaction({ ids: [id] }, (tx) => {
        for (let n = 0; n < 250; n += 1) tx.log('received', id);
      }),
    );
    openPage();
    const entry = await within(await section('Sync history')).findByRole('listitem');
    within(entry).getByText('New bookmarks: 250');
    expect(within(entry).queryByRole('button')).toBeNull();
  });

  it('shows the old name of a collection, and for its other fields that they changed', async () => {
    const { id: collection } = value(
      await library.collections.create({ ...DEFAULT_COLLECTION_FIELDS, name: 'Winter' }),
    );
    value(
      await library.sync.collectionTransaction((tx) =>
        tx.log('merged', { id: collection, name: 'Winter' }, [
          { field: 'name', ours: 'Winter', theirs: 'Ice' },
          { field: 'isFavourite', ours: null, theirs: true },
          { field: 'search', ours: '', theirs: 'snow' },
        ]),
      ),
    );
    openPage();
    const entry = await within(await section('Sync history')).findByRole('listitem');
    const hints = [...entry.querySelectorAll('.hint')].map(({ textContent }) => textContent);
    expect(hints).toEqual(['Name, not kept: “Ice”', 'What it shows, not kept: something else']);
  });

  it('says that collections could not be read, which it cannot name', async () => {
    const logged = library.sync.collectionTransaction((tx) =>
      tx.log('unreadable', { id: tx.newId(), name: '' }),
    );
    value(await logged);
    openPage();
    await within(await section('Sync history')).findByText(/The collections .* not be read/);
  });

  it('is copied without any saved content', async () => {
    value(await writeEntry('merged'));
    const writeText = vi.fn(async (_: string) => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    openPage();
    fireEvent.click(await screen.findByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledTimes(1));
    const [text] = writeText.mock.calls[0] ?? expect.fail('nothing was copied');
    expect(text).toMatch(/merged +bookmark 1 +title\n$/);
    expect(text).not.toMatch(/Mine|Theirs|example/);
  });
});

describe('sync without an account', () => {
  it('links to signing in', async () => {
    const store = fakeSync({}, 'nobody');
    store.status.value = null;
    openPage({}, store);
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toBe('options.html');
  });
});
