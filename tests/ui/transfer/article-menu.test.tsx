import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, it, vi } from 'vitest';
import { NOTHING_UNWRITTEN } from '../../../src/domain/backup';
import { ok } from '../../../src/domain/result';
import { ArticleMenu } from '../../../src/ui/transfer/article-menu';
import type { Exporter } from '../../../src/ui/transfer/export-store';
import { page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';

const { createObjectURL } = URL;
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Object.assign(URL, { createObjectURL });
});

async function savedPage() {
  const { library } = await testLibrary();
  const parts = { url: 'https://example.org/leaf', title: 'A leaf', html: '<p>Green</p>' };
  return value(await library.bookmarks.save(page(parts))).bookmark;
}

it('copies a page as a link or a quote', async () => {
  const writeText = vi.fn(async (_: string) => {});
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const bookmark = { ...(await savedPage()), description: 'About it.' };
  const { container } = render(<ArticleMenu bookmark={bookmark} storage={localStorage} />);
  for (const name of ['Markdown link', 'Markdown quote']) {
    fireEvent.click(screen.getByRole('button', { name }));
  }
  await waitFor(() => expect(writeText).toHaveBeenCalledTimes(2));
  const [link, quote] = writeText.mock.calls.map(([text]) => text);
  expect(link).toBe('[A leaf](https://example.org/leaf)');
  expect(quote).toBe('> About it.\n>\n> — [A leaf](https://example.org/leaf)');
  expect(screen.queryByRole('button', { name: 'EPUB' })).toBe(null);
  expect(await seriousFindings(container)).toEqual([]);
});

it('offers no quote of a page of which only the title is known', async () => {
  const bookmark = { ...(await savedPage()), description: '', excerpt: '' };
  render(<ArticleMenu bookmark={bookmark} storage={localStorage} />);
  expect(screen.queryByRole('button', { name: 'Markdown quote' })).toBe(null);
});

it('saves the article as a file', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:' });
  const bookmark = await savedPage();
  const write = vi.fn<Exporter['write']>(async () =>
    ok({
      file: new File(['1'], 'a-leaf.epub'),
      pages: 1,
      leftOut: 0,
      unwritten: NOTHING_UNWRITTEN,
    }),
  );
  render(
    <ArticleMenu bookmark={bookmark} exporter={async () => ({ write })} storage={localStorage} />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'EPUB' }));
  await screen.findByText(/^a-leaf\.epub is ready/);
  expect(write.mock.calls[0]?.[0]).toMatchObject({ format: 'epub', ids: [bookmark.id] });
});

it('cancels the file of an article, and offers it again', async () => {
  const bookmark = await savedPage();
  const signals: AbortSignal[] = [];
  const write: Exporter['write'] = (_, signal) =>
    new Promise((resolve) => {
      signals.push(signal);
      signal.addEventListener('abort', () => resolve(null));
    });
  render(
    <ArticleMenu bookmark={bookmark} exporter={async () => ({ write })} storage={localStorage} />,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'EPUB' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBe(null));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  fireEvent.click(screen.getByRole('button', { name: 'EPUB' }));
  await screen.findByRole('progressbar');
  expect(signals).toHaveLength(2);
});
