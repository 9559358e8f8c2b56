import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { DEFAULT_SYNC_SETTINGS } from '../../../src/domain/settings';
import { articleRequests, type Library, type PageOutcome, wantedPages } from '../../../src/library';
import { ArticlesPage } from '../../../src/ui/get-articles/articles-page';
import type { SyncAccount } from '../../../src/ui/sync/sync-store';
import { failWrite } from '../../library/faults';
import { testLibrary } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fakeBackground } from '../fake-background';
import { fakeSync } from '../sync/fake-sync';

const OPTIONS = { isSignedIn: false, isAsked: false, isBorrowed: false };

async function saved(library: Library, count: number, title = ''): Promise<readonly BookmarkId[]> {
  const ids: BookmarkId[] = [];
  for (let at = 0; at < count; at += 1) {
    const url = `https://host-${at}.example/page`;
    const page = { kind: 'address', url, title, excerpt: '', reason: 'not-included' } as const;
    const written = await library.bookmarks.save(page);
    if (written.ok) ids.push(written.value.bookmark.id);
  }
  return ids;
}

interface Given {
  readonly before?: (library: Library) => Promise<unknown>;
  readonly account?: SyncAccount;
  readonly answer?: boolean;
  /** True if it was allowed before. */
  readonly isAllowed?: boolean;
  readonly selected?: (library: Library) => Promise<readonly BookmarkId[]>;
}

async function opened(given: Given = {}) {
  const { before, account = 'nobody', answer = true, selected } = given;
  const { library } = await testLibrary();
  await before?.(library);
  const chosen = (await selected?.(library)) ?? null;
  const isAllowed = signal<boolean | null>(given.isAllowed ?? false);
  const access = {
    isAllowed,
    request: vi.fn(async () => {
      isAllowed.value = answer;
      return answer;
    }),
    revoke: vi.fn(async () => {}),
  };
  const background = fakeBackground();
  const sync = fakeSync({}, account);
  const ready = Promise.resolve(library);
  const view = render(
    <ArticlesPage
      library={ready}
      access={async () => access}
      sync={async () => sync}
      background={background}
      selected={chosen}
      listed={null}
      isListChosen={false}
      hrefOf={(id) => `#/read/${id}`}
    />,
  );
  await screen.findAllByRole('button');
  return { ...view, library, wanted: library.part(wantedPages), access, background, sync };
}

const button = (name: string) => screen.getByRole('button', { name });
const region = () => screen.getByRole('region', { name: 'Get the articles' });
const panel = () => screen.getByRole('tabpanel');
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
const click = (name: string) => fireEvent.click(button(name));

afterEach(cleanup);

describe('the page that gets articles', () => {
  it('counts the pages without text, asks in the click, and starts a job that the background sees', async () => {
    const { wanted, access, background, container } = await opened({
      before: (library) => saved(library, 3),
    });
    await screen.findByText('3 bookmarks');
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(screen.getByRole('checkbox', { name: /^With my sign-ins/ }));
    click('Get the articles');
    expect(access.request).toHaveBeenCalledOnce();
    await screen.findByText('Pages: 0 of 3');
    await waitFor(() => expect(document.activeElement).toBe(region()));
    expect(await wanted.job()).toMatchObject({ state: 'running', isBorrowed: true });
    expect(await wanted.next(new Set())).toMatchObject({
      page: { isSignedIn: true, isAsked: false },
    });
    await waitFor(() => expect(background.libraryChanged).toHaveBeenCalledTimes(2));
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('offers selected pages first, and says when they all have their text', async () => {
    await opened({ selected: async () => [] });
    expect(screen.getByRole('radio', { name: 'Selected: 0' })).toHaveProperty('checked', true);
    await screen.findByText('All of these pages have their text.');
    expect(button('Get the articles')).toHaveProperty('disabled', true);
  });

  it('starts the job for selected pages before it has counted them', async () => {
    const { wanted } = await opened({
      async selected(library) {
        vi.spyOn(library.part(articleRequests), 'count').mockReturnValueOnce(new Promise(() => {}));
        return saved(library, 2);
      },
    });
    // A disabled button would still get the event of `fireEvent`.
    button('Get the articles').click();
    await screen.findByText('Pages: 0 of 2');
    await screen.findByText('0 bookmarks');
    await waitFor(() => expect(document.activeElement).toBe(region()));
    expect(await wanted.job()).toMatchObject({ state: 'running', isBorrowed: true });
  });

  it('changes nothing when the access is denied', async () => {
    const { wanted } = await opened({ before: (library) => saved(library, 1), answer: false });
    await screen.findByText('1 bookmark');
    button('Get the articles').focus();
    click('Get the articles');
    await screen.findByText('That was not allowed, so nothing was changed.');
    expect(document.activeElement).toBe(button('Get the articles'));
    expect(await wanted.job()).toBeNull();
  });

  it('says that there is no room for the job, and is still there to start it', async () => {
    const { wanted } = await opened({ before: (library) => saved(library, 1) });
    await screen.findByText('1 bookmark');
    failWrite(1, 'quota-on-commit', 'wantedPages');
    onTestFinished(() => void vi.restoreAllMocks());
    click('Get the articles');
    await screen.findByText(/There is no room left. Nothing was changed./);
    expect(await wanted.job()).toBeNull();
    click('Get the articles');
    await screen.findByText('Pages: 0 of 1');
    expect(screen.queryByText(/There is no room left/)).toBeNull();
  });

  it('pauses, says why a job waits, goes on and stops', async () => {
    const { wanted, access } = await opened({
      before: async (library) =>
        library.part(articleRequests).start(await saved(library, 2), OPTIONS),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Pause' }));
    await screen.findByText('Paused.');
    click('Continue');
    await screen.findByRole('button', { name: 'Pause' });
    await wanted.pause('not-allowed');
    await screen.findByText('Paused, because the access to all sites was withdrawn.');
    click('Allow');
    expect(access.request).toHaveBeenCalledTimes(2);
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText(/^Leafmark opens each page/);
    await screen.findByText('2 bookmarks');
    await waitFor(() => expect(document.activeElement).toBe(region()));
    expect(await wanted.job()).toMatchObject({ state: 'finished', counts: { waiting: 0 } });
  });

  it('adds pages to a paused job, which stays paused and asks for nothing', async () => {
    const { wanted, access, container } = await opened({
      async before(library) {
        const some = await saved(library, 2);
        await library.part(articleRequests).start(some.slice(1), OPTIONS);
        await library.part(wantedPages).pause(null);
      },
    });
    await screen.findByText('1 bookmark');
    fireEvent.click(screen.getByText('Add more pages to this job'));
    expect(await seriousFindings(container)).toEqual([]);
    click('Get the articles');
    await screen.findByText('Pages: 0 of 2');
    await screen.findByText('0 bookmarks');
    expect(button('Get the articles')).toHaveProperty('disabled', true);
    await waitFor(() => expect(document.activeElement).toBe(region()));
    expect(access.request).not.toHaveBeenCalled();
    expect(await wanted.job()).toMatchObject({ state: 'paused', isBorrowed: false });
  });

  it('adds pages to a running job, with a choice of their own', async () => {
    const { wanted } = await opened({
      async before(library) {
        const some = await saved(library, 2);
        await library.part(articleRequests).start(some.slice(1), OPTIONS);
      },
    });
    await screen.findByText('1 bookmark');
    fireEvent.click(screen.getByRole('checkbox', { name: /^With my sign-ins/ }));
    click('Get the articles');
    await screen.findByText('Pages: 0 of 2');
    await screen.findByText('0 bookmarks');
    const pages = [];
    for (const host of ['host-0.example', 'host-1.example']) {
      const other = new Set(['host-0.example', 'host-1.example'].filter((name) => name !== host));
      pages.push((await wanted.next(other))?.page.isSignedIn);
    }
    expect(pages).toEqual([true, false]);
    expect((await wanted.job())?.state).toBe('running');
  });

  it('reports the pages by outcome, links those that are gone to an archive, and tries again', async () => {
    const outcomes: readonly PageOutcome[] = ['gone', 'look', 'refused'];
    const { wanted, container } = await opened({
      async before(library) {
        const part = library.part(wantedPages);
        await library.part(articleRequests).start(await saved(library, 3, 'A named page'), OPTIONS);
        for (const outcome of outcomes) {
          const next = await part.next(new Set());
          if (next) await part.end(next.page, outcome);
        }
        await part.finish();
      },
    });
    expect(tabs()).toEqual(['Gone 1', 'Needs a look 1', 'Refused 1']);
    const archive = await screen.findByRole('link', { name: 'Look in the Wayback Machine' });
    const page = within(panel()).getByRole('link', { name: /^A named page/ });
    expect(page.textContent).toBe('A named pagehttps://host-0.example/page');
    expect(archive.getAttribute('href')).toMatch(/^https:\/\/web\.archive\.org\/web\/https:/);
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(screen.getByRole('tab', { name: /^Needs a look/ }));
    click('Try all again');
    await screen.findByText('Pages: 2 of 3');
    fireEvent.click(screen.getByRole('tab', { name: /^Refused/ }));
    fireEvent.click(await within(panel()).findByRole('button', { name: 'Try again' }));
    await screen.findByText('Pages: 1 of 3');
    expect((await wanted.job())?.counts).toMatchObject({ waiting: 2, gone: 1 });
  });

  it('tries pages that need a sign-in again as signed in when that is chosen', async () => {
    const { wanted } = await opened({
      async before(library) {
        const part = library.part(wantedPages);
        await library.part(articleRequests).start(await saved(library, 1), OPTIONS);
        const next = await part.next(new Set());
        if (next) await part.end(next.page, 'sign-in');
        await part.finish();
      },
    });
    await screen.findByText('1 bookmark');
    fireEvent.click(within(panel()).getByRole('checkbox', { name: /^With my sign-ins/ }));
    click('Try all again');
    await screen.findByText('Pages: 0 of 1');
    await screen.findByText('0 bookmarks');
    expect((await wanted.next(new Set()))?.page.isSignedIn).toBe(true);
  });

  it('keeps the focus in a list while it has pages to try again, and else in the page', async () => {
    await opened({
      async before(library) {
        const part = library.part(wantedPages);
        await library.part(articleRequests).start(await saved(library, 2), OPTIONS);
        for (let number = 0; number < 2; number += 1) {
          const next = await part.next(new Set());
          if (next) await part.end(next.page, 'refused');
        }
        await part.finish();
      },
    });
    const again = (count: number) =>
      waitFor(() => {
        const buttons = screen.getAllByRole('button', { name: 'Try again' });
        expect(buttons).toHaveLength(count);
        return buttons[0] as HTMLElement;
      });
    const first = await again(2);
    first.focus();
    fireEvent.click(first);
    const last = await again(1);
    await waitFor(() => expect(document.activeElement).toBe(panel()));
    last.focus();
    fireEvent.click(last);
    await screen.findByText('Pages: 0 of 2');
    await waitFor(() => expect(document.activeElement).toBe(region()));
  });

  it('gives the access back in a click where that could not be done without one', async () => {
    const { access, wanted } = await opened({
      isAllowed: true,
      async before(library) {
        const part = library.part(wantedPages);
        await library
          .part(articleRequests)
          .start(await saved(library, 1), { ...OPTIONS, isBorrowed: true });
        const next = await part.next(new Set());
        if (next) await part.end(next.page, 'gone');
        await part.finish();
      },
    });
    await screen.findByText('Leafmark may still read all sites.');
    click('Withdraw the permission');
    expect(access.revoke).toHaveBeenCalledOnce();
    await waitFor(() =>
      expect(screen.queryByText('Leafmark may still read all sites.')).toBeNull(),
    );
    expect((await wanted.job())?.isBorrowed).toBe(false);
  });

  it('lets the server read them by a sync, without any access', async () => {
    const { access, sync } = await opened({
      before: (library) => saved(library, 1),
      account: 'signed-in',
    });
    await screen.findByText('1 bookmark');
    fireEvent.click(screen.getByRole('checkbox', { name: /^Let the server read them/ }));
    click('Get the articles');
    await waitFor(() => expect(sync.syncNow).toHaveBeenCalledOnce());
    expect(access.request).not.toHaveBeenCalled();
  });

  it('says that the articles of the server do not arrive while their download is paused', async () => {
    const { sync } = await opened({ account: 'signed-in' });
    sync.settings.value = { ...DEFAULT_SYNC_SETTINGS, isPaused: true };
    fireEvent.click(screen.getByRole('checkbox', { name: /^Let the server read them/ }));
    await screen.findByText(/^Paused\. Articles that you open are still downloaded\./);
    click('Resume');
    expect(sync.change).toHaveBeenCalledExactlyOnceWith({ isPaused: false });
  });
});
