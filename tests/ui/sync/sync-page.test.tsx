import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BookmarkId, DEFAULT_SYNC_SETTINGS } from '../../../src/domain';
import type { JournalKind, Library, SyncStatus } from '../../../src/library';
import { SyncPage } from '../../../src/ui/sync/sync-page';
import { page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fakeSync } from './fake-sync';

const URL_A = 'https://example.org/a';

let library: Library;
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
  library.sync.decide({ ids: [id] }, (desk) => {
    const state = desk.get(id);
    const refusal = { kind: 'invalid', detail: 'title: too long' };
    const intents = state.intents.map((one) => ({ ...one, state: 'attention' as const, refusal }));
    desk.put({ ...state, intents });
  });

const tell = (kind: JournalKind) =>
  library.sync.decide({ ids: [id] }, (desk) =>
    desk.tell(kind, id, [{ field: 'title', ours: 'Mine', theirs: 'Theirs' }]),
  );

const section = (name: string) => screen.findByRole('region', { name });

describe('what the server refused', () => {
  beforeEach(async () => void value(await refuse()));

  it('is there with its reason in words, and the server’s own', async () => {
    const { container } = openPage({ attention: 1 });
    const list = await section('The server has not taken this');
    const link = await within(list).findByRole<HTMLAnchorElement>('link', { name: 'Mine' });
    expect(link.getAttribute('href')).toBe(`#/read/${id}`);
    expect(list.textContent).toContain('It was to be saved there.');
    expect(list.textContent).toContain('The server does not accept what it says.');
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
    const [row] = await library.sync.queued(0, 10);
    expect(row?.state).toBe(state);
    expect(((await library.bookmarks.get(id))?.trashedAt ?? null) !== null).toBe(isTrashed);
  });
});

describe('a server that has lost bookmarks', () => {
  it.each([
    ['Send them back to the server', 'send-back'],
    ['Delete them here too', 'accept'],
  ])('is answered with: %s', async (button, decision) => {
    const { store } = openPage({ stop: { kind: 'server-lost-data', missing: 1200, known: 2000 } });
    const question = await section('The server has lost bookmarks');
    expect(question.textContent).toContain('1,200 of the 2,000');
    fireEvent.click(within(question).getByRole('button', { name: button }));
    await waitFor(() => expect(store.syncNow).toHaveBeenCalledTimes(1));
    expect((await library.sync.meta()).decision).toBe(decision);
  });
});

describe('a server that the browser keeps from us', () => {
  it('is asked for where it says so', async () => {
    const { store, container } = openPage({ stop: { kind: 'not-allowed' } });
    const state = await screen.findByRole('status');
    expect(state.textContent).toBe('The browser does not let Leafmark reach the server');
    fireEvent.click(screen.getByRole('button', { name: 'Allow' }));
    expect(store.allow).toHaveBeenCalledTimes(1);
    expect(store.syncNow).not.toHaveBeenCalled();
    expect(await seriousFindings(container)).toEqual([]);
  });
});

describe('articles that are to come', () => {
  it('are counted, and wait when the person wants it', async () => {
    const { store } = openPage({ articlesWanted: 60, articlesHere: 40 });
    const progress = await section('Articles from the server');
    expect(progress.textContent).toContain('40 of 100 articles are here.');
    expect(within(progress).getByRole<HTMLProgressElement>('progressbar').value).toBe(40);
    fireEvent.click(within(progress).getByRole('button', { name: 'Pause' }));
    expect(store.change).toHaveBeenCalledWith({ isPaused: true });
    store.settings.value = { ...DEFAULT_SYNC_SETTINGS, isPaused: true };
    fireEvent.click(await within(progress).findByRole('button', { name: 'Go on' }));
    expect(store.change).toHaveBeenLastCalledWith({ isPaused: false });
  });
});

describe('the journal', () => {
  it('says what was done, newest first, and takes a merge back', async () => {
    value(await tell('sent'));
    value(await tell('merged'));
    openPage();
    const journal = await section('The last 30 days');
    await within(journal).findByText(/Changed here and there; yours stands/);
    const entries = within(journal).getAllByRole('listitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Changed here and there; yours stands'),
      expect.stringContaining('Sent'),
    ]);
    fireEvent.click(within(journal).getByRole('button', { name: 'Take back' }));
    await within(journal).findByText('It is as it was, and is sent.');
    expect((await library.bookmarks.get(id))?.title).toBe('Theirs');
  });

  it('is copied without what anybody saved', async () => {
    value(await tell('merged'));
    const writeText = vi.fn(async (_: string) => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    openPage();
    fireEvent.click(await screen.findByRole('button', { name: 'Copy as text' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledTimes(1));
    const [text] = writeText.mock.calls[0] ?? expect.fail('nothing was copied');
    expect(text).toMatch(/merged +bookmark 1 +title\n$/);
    expect(text).not.toMatch(/Mine|Theirs|example/);
  });
});

describe('sync for nobody', () => {
  it('leads to signing in', async () => {
    const store = fakeSync({}, 'nobody');
    store.status.value = null;
    openPage({}, store);
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toBe('/options.html');
  });
});
