import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Bookmark } from '../../../src/domain/bookmark';
import { pageHref } from '../../../src/ui/library-page/route';
import { Reader } from '../../../src/ui/reader/reader';
import { page } from '../../library/library';
import { usePages } from '../../support/rendered-pages';
import { readerDeps, save, type TestDeps } from './open-article';

usePages();

/** Saves pages, the first of which is the oldest. */
async function saved(...titles: readonly string[]): Promise<[TestDeps, Bookmark[]]> {
  const deps = await readerDeps();
  const bookmarks: Bookmark[] = [];
  for (const title of titles) {
    bookmarks.push(await save(deps.library, page({ url: `https://example.org/${title}`, title })));
  }
  return [deps, bookmarks];
}

async function openEnd(deps: TestDeps, bookmark: Bookmark | undefined) {
  const { container } = render(
    <Reader
      deps={deps}
      bookmarkId={bookmark?.id ?? expect.fail()}
      hrefOf={pageHref}
      onBack={() => {}}
      onEdit={() => {}}
    />,
  );
  const end = await waitFor(
    () => container.querySelector<HTMLElement>('.reader-end') ?? expect.fail('It is not shown yet'),
  );
  return within(end);
}

describe('the end of an article', () => {
  it('leads to the unread page that was saved before', async () => {
    const [deps, [oldest, older, newest]] = await saved('One', 'Two', 'Three');
    await deps.library.bookmarks.edit(older!.id, { isArchived: true });
    const end = await openEnd(deps, newest);
    const link = await end.findByRole('link', { name: /One/ });
    expect(link.getAttribute('href')).toBe(pageHref(oldest!.id));
  });

  it('leads from the oldest page to the newest', async () => {
    const [deps, [oldest, newest]] = await saved('One', 'Two');
    const end = await openEnd(deps, oldest);
    const link = await end.findByRole('link', { name: /Two/ });
    expect(link.getAttribute('href')).toBe(pageHref(newest!.id));
  });

  it('archives the page and makes it a favourite', async () => {
    const [deps, [only]] = await saved('One');
    const end = await openEnd(deps, only);
    fireEvent.click(end.getByRole('button', { name: 'Archive' }));
    fireEvent.click(end.getByRole('button', { name: 'Favourite' }));
    await waitFor(async () =>
      expect(await deps.library.bookmarks.get(only!.id)).toMatchObject({
        isArchived: true,
        isFavourite: true,
      }),
    );
    expect(end.queryByRole('link')).toBeNull();
  });

  it('lists the highlights', async () => {
    const [deps, [only]] = await saved('One');
    const end = await openEnd(deps, only);
    fireEvent.click(end.getByRole('button', { name: 'Highlights' }));
    expect(await screen.findByRole('complementary', { name: 'Highlights' })).toBeTruthy();
  });
});
