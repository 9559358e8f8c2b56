import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result';
import { t } from '../../../src/ui/strings';
import { capture, page, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { usePages } from '../../support/rendered-pages';
import { openReader, readerDeps, save } from '../reader/open-article';

usePages();

const URL = 'https://example.org/a';
const STORY = `<p>The same start.</p>${'<p>A long paragraph of the whole story.</p>'.repeat(9)}`;
const NEWER = `<p>The same start.</p>${'<p>A long paragraph of another story.</p>'.repeat(9)}`;
const WALL = '<p>Please sign in to read it.</p>';

async function openAfter(...captures: readonly string[]) {
  const deps = await readerDeps();
  const bookmark = await save(deps.library, page({ url: URL, html: STORY }));
  for (const html of captures) {
    value(await deps.library.bookmarks.recapture(bookmark.id, capture({ url: URL, html })));
  }
  await openReader(deps, bookmark);
  const html = async () => (await deps.library.articles.get(bookmark.id))?.html;
  return { deps, bookmark, html };
}

const button = (name: string) => screen.findByRole('button', { name });
const openList = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Earlier articles', hidden: true }));
  return within(await screen.findByRole('dialog'));
};

describe('Earlier articles', () => {
  it('says that there are none', async () => {
    await openAfter();
    const dialog = await openList();
    await dialog.findByText('No earlier articles');
  });

  it('lists an article with its words, where it came from and why it was replaced', async () => {
    await openAfter(NEWER);
    const dialog = await openList();
    await dialog.findByText('66 words · captured in a browser');
    dialog.getByText(/^Replaced by a new capture: /);
    expect(await seriousFindings(document.body)).toEqual([]);
  });

  it('compares an article with the present one, and leads back to it', async () => {
    await openAfter(NEWER);
    const dialog = await openList();
    fireEvent.click(await dialog.findByRole('button', { name: 'Compare' }));
    await dialog.findByText('Paragraphs that are gone: 9');
    expect(dialog.getAllByText('A long paragraph of the whole story.')).toHaveLength(9);
    expect(dialog.getAllByText('A long paragraph of another story.')).toHaveLength(9);
    expect(dialog.queryByText('The same start.')).toBeNull();
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Back' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Back' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Compare' })),
    );
  });

  it('says what a capture that was too short would take away', async () => {
    const { deps, html } = await openAfter(WALL);
    const dialog = await openList();
    fireEvent.click(await dialog.findByRole('button', { name: 'Compare' }));
    const gone = (await dialog.findByText('Paragraphs that are gone: 10')).closest('section');
    const added = dialog.getByText('New paragraphs: 1').closest('section');
    expect(gone?.textContent).toContain('The same start.');
    expect(added?.textContent).toContain('Please sign in to read it.');
    fireEvent.click(dialog.getByRole('button', { name: 'Capture it anyway' }));
    await waitFor(async () => expect(await html()).toBe(WALL));
    await waitFor(() =>
      expect(deps.toasts.toasts.value[0]?.message).toMatch(/^Replaced by a new capture: /),
    );
  });

  it('puts an article back, with Undo', async () => {
    const { deps, html } = await openAfter(NEWER);
    const dialog = await openList();
    fireEvent.click(await dialog.findByRole('button', { name: 'Restore' }));
    await waitFor(async () => expect(await html()).toBe(STORY));
    expect(screen.queryByRole('dialog')).toBeNull();
    await screen.findAllByText('A long paragraph of the whole story.');
    await waitFor(() => expect(deps.toasts.toasts.value).toHaveLength(1));
    expect(deps.background.libraryChanged).toHaveBeenCalled();
    await deps.toasts.toasts.value[0]?.takeBack?.();
    expect(await html()).toBe(NEWER);
  });

  it('replaces no article that only the server has and that can not be fetched', async () => {
    const { deps, bookmark, html } = await openAfter(WALL);
    const content = { kind: 'address', reason: 'on-server' } as const;
    await deps.tables.bookmarks.update(bookmark.id, { content });
    await deps.tables.articles.delete(bookmark.id);
    deps.background.fetchArticle.mockResolvedValue(ok('offline'));
    const [open] = await screen.findAllByRole('button', { name: 'Earlier articles', hidden: true });
    fireEvent.click(open!);
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(await dialog.findByRole('button', { name: 'Capture it anyway' }));
    await waitFor(() => expect(deps.toasts.toasts.value).toHaveLength(1));
    expect(deps.toasts.toasts.value[0]).toMatchObject({ message: t('problemOffline') });
    expect(await html()).toBeUndefined();
  });

  it('offers a capture that was too short to be taken, until the person keeps the article', async () => {
    const { html } = await openAfter(WALL);
    await screen.findByText(
      /less than half of the words, so your article stayed as it was.*6 words/,
    );
    fireEvent.click(await button('Earlier articles'));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('button', { name: 'Capture it anyway' });
    fireEvent.click(dialog.getByRole('button', { name: 'Done' }));
    fireEvent.click(await button('Dismiss'));
    await waitFor(() => expect(screen.queryByText(/so your article stayed as it was/)).toBeNull());
    expect(await html()).toBe(STORY);
    await (await openList()).findByText(/^Not used, because it is much shorter: /);
  });
});
