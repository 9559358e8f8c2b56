import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../../src/domain';
import { createSnapshotStore } from '../../../src/ui/bookmarks/snapshot';
import { schedule } from '../../../src/ui/components/timers';
import { LibraryPage } from '../../../src/ui/library-page/library-page';
import {
  createLibraryPage,
  type LibraryPageModel,
} from '../../../src/ui/library-page/library-page-model';
import { testLibrary } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { memoryStorage, saveArticles, shownTitles } from '../popup/open-popup';
import { memorySettings, readerDeps } from '../reader/open-article';
import { fakeSync } from '../sync/fake-sync';

let open: LibraryPageModel | null = null;

afterEach(() => {
  open?.dispose();
  cleanup();
  window.location.hash = '';
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function openLibraryPage(hash: string) {
  fillBrowserGaps();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const { library } = await testLibrary();
  await saveArticles(library, ['First', 'Second'], { labels: ['science'] });
  await saveArticles(library, ['Third'], { isArchived: true });
  window.location.hash = hash;
  const { background } = await readerDeps();
  const model = createLibraryPage({
    painted: Promise.resolve(),
    opened: Promise.resolve(ok(library)),
    isPrivateWindow: false,
    background,
    account: null,
    draftStorage: memoryStorage(),
    snapshots: createSnapshotStore(memoryStorage(), null),
    settings: async () => memorySettings(),
    sync: async () => fakeSync({ waiting: 2 }),
    imageAccess: { isAllowed: signal(false), request: async () => false, revoke: async () => {} },
    later: schedule,
    window,
  });
  open = model;
  return { ...render(<LibraryPage model={model} />), library, model };
}

const goesTo = (hash: string) => waitFor(() => expect(window.location.hash).toBe(hash));

describe('the library page', () => {
  it('shows the view of its address, and has it in its title', async () => {
    await openLibraryPage('#/archive');
    await waitFor(() => expect(shownTitles()).toEqual(['Third']));
    screen.getByRole('heading', { level: 1, name: 'Archive' });
    expect(document.title).toBe('Archive · Leafmark');
  });

  it('opens another view by its address', async () => {
    await openLibraryPage('#/archive');
    fireEvent.click(await screen.findByRole('link', { name: 'Unread' }));
    await goesTo('#/unread');
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Second']));
    await waitFor(() => expect(document.title).toBe('Unread · Leafmark'));
  });

  it('shows the sync status, and leads to the sync page', async () => {
    await openLibraryPage('#/unread');
    const line = await screen.findByRole('link', { name: '2 changes are waiting to be sent' });
    expect(line.getAttribute('href')).toBe('#/sync');
    fireEvent.click(line);
    await goesTo('#/sync');
    await screen.findByRole('heading', { level: 1, name: 'Sync' });
    await screen.findByRole('heading', { level: 2, name: 'The last 30 days' });
    await waitFor(() => expect(document.title).toBe('Sync · Leafmark'));
    expect(screen.queryByRole('list', { name: 'Bookmarks' })).toBeNull();
    expect(document.querySelector('[aria-current]')).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'Archive' }));
    await waitFor(() => expect(shownTitles()).toEqual(['Third']));
  });

  it('has an address for the search for duplicates', async () => {
    await openLibraryPage('#/unread');
    fireEvent.click(await screen.findByRole('link', { name: 'Find duplicates' }));
    await goesTo('#/duplicates');
    await screen.findByRole('heading', { level: 1, name: 'Duplicates' });
    await screen.findByText('No duplicates. 3 bookmarks were checked.');
    expect(document.title).toBe('Duplicates · Leafmark');
    const [current, ...more] = document.querySelectorAll('[aria-current]');
    expect(current?.textContent).toBe('Find duplicates');
    expect(more).toEqual([]);
  });

  it('lists the labels with their counts, and the bookmarks of a label', async () => {
    await openLibraryPage('#/archive');
    const nav = await screen.findByRole('navigation', { name: 'Labels' });
    const link = within(nav).getByRole<HTMLAnchorElement>('link', { name: 'science' });
    expect(link.title).toBe('2 bookmarks');
    window.location.hash = link.hash;
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Second']));
    screen.getByRole('heading', { level: 1, name: 'science' });
  });

  it('has an address for the reader, and returns to the previous list', async () => {
    const { model } = await openLibraryPage('#/archive');
    fireEvent.click(await screen.findByRole('link', { name: 'Third' }));
    await screen.findByRole('heading', { level: 1, name: 'Third' });
    expect(window.location.hash).toMatch(/^#\/read\//);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await goesTo('#/archive');
    await waitFor(() => expect(model.route.value.kind).toBe('list'));
    expect(shownTitles()).toEqual(['Third']);
  });

  it("follows the browser's back and forward buttons", async () => {
    await openLibraryPage('#/unread');
    await waitFor(() => expect(shownTitles()).toHaveLength(2));
    window.location.hash = '#/archive';
    await waitFor(() => expect(shownTitles()).toEqual(['Third']));
    window.history.back();
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Second']));
  });

  it('has no serious accessibility findings', async () => {
    const { container } = await openLibraryPage('#/all');
    await waitFor(() => expect(shownTitles()).toHaveLength(3));
    await screen.findByRole('navigation', { name: 'Labels' });
    expect(await seriousFindings(container)).toEqual([]);
  });
});
