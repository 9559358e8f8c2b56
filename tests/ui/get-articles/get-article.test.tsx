import { signal } from '@preact/signals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { articleRequests, wantedPages } from '../../../src/library';
import { GetArticle } from '../../../src/ui/get-articles/get-article';
import { address, testLibrary, value } from '../../library/library';
import { fakeBackground } from '../fake-background';

const OPTIONS = { isSignedIn: false, isAsked: false, isBorrowed: false };

afterEach(cleanup);

/** Shows the button for the first of two pages. */
async function opened({ isPaused = false } = {}) {
  const { library } = await testLibrary();
  const ids: BookmarkId[] = [];
  for (const url of ['https://one.example/', 'https://two.example/']) {
    ids.push(value(await library.bookmarks.save(address({ url }))).bookmark.id);
  }
  const wanted = library.part(wantedPages);
  if (isPaused) {
    await library.part(articleRequests).start(ids, OPTIONS);
    await wanted.pause(null);
  }
  const bookmark = await library.bookmarks.get(ids[0] as BookmarkId);
  const access = {
    isAllowed: signal<boolean | null>(false),
    request: async () => true,
    revoke: vi.fn(async () => {}),
  };
  const deps = { library, access, background: fakeBackground() };
  render(bookmark && <GetArticle bookmark={bookmark} deps={deps} />);
  const end = async () => {
    const next = await wanted.next(new Set());
    if (next) await wanted.end(next.page, 'gone');
    await wanted.finish();
  };
  return { wanted, access, ids, end };
}

const getIt = () => screen.getByRole('button', { name: 'Get the article' });

describe('the button that gets the article of one page', () => {
  it('gives the access back for which it asked', async () => {
    const { wanted, access, end } = await opened();
    fireEvent.click(getIt());
    await waitFor(async () => expect((await wanted.job())?.isBorrowed).toBe(true));
    await end();
    access.isAllowed.value = true;
    await screen.findByText('Leafmark may still read all sites.');
    fireEvent.click(screen.getByRole('button', { name: 'Withdraw the permission' }));
    expect(access.revoke).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByText(/may still read all sites/)).toBeNull());
  });

  it('gets just this page while a job is paused, and shows how it goes', async () => {
    const { wanted, ids, end } = await opened({ isPaused: true });
    await screen.findByText('Paused.');
    fireEvent.click(getIt());
    await screen.findByText('Fetching it…');
    expect(getIt()).toHaveProperty('disabled', true);
    expect(await wanted.job()).toMatchObject({ state: 'paused', asked: [ids[0]] });
    await end();
    await screen.findByText('Gone');
    expect(screen.getByRole('link').getAttribute('href')).toMatch(/^https:\/\/web\.archive\.org\//);
    expect(getIt()).toHaveProperty('disabled', false);
    expect(await wanted.job()).toMatchObject({ state: 'paused', counts: { waiting: 1, gone: 1 } });
  });
});
