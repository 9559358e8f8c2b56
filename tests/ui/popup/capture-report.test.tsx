import { fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { loaded, page, testLibrary, value } from '../../library/library';
import { openPopup, savedState } from './open-popup';

const IMAGES = ['a', 'b', 'c', 'd'].map((name) => `https://img.example/${name}.png`);

/**
 * Opens the report of an article with one stored image, two that the page may not read and one that
 * is too large.
 */
async function openReport() {
  const { library } = await testLibrary();
  const saved = await library.bookmarks.save(page({ title: 'Trees', images: IMAGES }));
  const { bookmark } = value(saved);
  const [kept, ...rest] = IMAGES;
  const reasons = ['not-readable', 'not-readable', 'too-large'] as const;
  value(
    await library.articles.addImages(bookmark.id, [
      loaded(kept!, 'bytes'),
      ...rest.map((url, n) => ({ kind: 'dropped' as const, url, reason: reasons[n]! })),
    ]),
  );
  const popup = await openPopup({ library, page: savedState(bookmark) });
  fireEvent.click(await screen.findByRole('button', { name: 'What was captured' }));
  await screen.findByText('3 words');
  return popup;
}

describe('the capture report', () => {
  it('shows the stored images, and why the others are missing', async () => {
    await openReport();
    screen.getByText('1 image kept');
    screen.getByText(/^2 images stay links: their sites do not let the page read them/);
    screen.getByText(/^1 image stays a link: it is too large/);
  });

  it('opens with a click on the status of the save', async () => {
    await openReport();
    const missing = await screen.findByRole('button', { name: 'Saved, 3\u00a0images not kept' });
    expect(missing.closest('[role="status"]')).not.toBeNull();
    expect(missing.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(missing);
    expect(screen.queryByText('1 image kept')).toBeNull();
    fireEvent.click(missing);
    await screen.findByText('1 image kept');
  });

  it('shows the duration of each step in its details', async () => {
    await openReport();
    const details = screen.getByText('Details').closest('details')!;
    within(details).getByText(/^Took \d+ ms$/);
  });

  it('names the source of each field in its details', async () => {
    await openReport();
    const details = screen.getByText('Details').closest('details')!;
    within(details).getByText('Title from Open Graph');
    expect(within(details).queryByText(/^Authors from/)).toBeNull();
  });

  it('says what was repaired and removed in its details', async () => {
    await openReport();
    const details = screen.getByText('Details').closest('details')!;
    within(details).getByText('Prepared: images that the page loads later (2)');
    within(details).getByText('Prepared: texts that the page hides, left out (1)');
    within(details).getByText('Removed: icons and marks of links to headings (4)');
  });

  it('says which kind of page it was, and why, in its details', async () => {
    await openReport();
    const details = screen.getByText('Details').closest('details')!;
    within(details).getByText('Recognised as: article (nothing points to another kind)');
  });

  it('names the part of the page that the article is, and the doubts, in its details', async () => {
    await openReport();
    const details = screen.getByText('Details').closest('details')!;
    within(details).getByText('Article: the part that the site has marked');
    within(details).getByText('Compared because the page has more sentences');
    within(details).getByText('2 hidden parts of the text shown');
    within(details).getByText('3 blocks put back that the first step had left out');
  });

  it('requests the access with its reason, and then fetches the images', async () => {
    const { imageAccess, background } = await openReport();
    screen.getByText(/Your browser will ask you/);
    fireEvent.click(screen.getByRole('button', { name: 'Keep all images' }));
    // Within the click: browsers refuse the request later.
    expect(imageAccess.request).toHaveBeenCalledOnce();
    await screen.findByText('2 more images are kept.');
    expect(background.fetchImages).toHaveBeenCalledOnce();
  });

  it('changes nothing when the user declines', async () => {
    const { imageAccess, background } = await openReport();
    imageAccess.request.mockResolvedValue(false);
    fireEvent.click(screen.getByRole('button', { name: 'Keep all images' }));
    await screen.findByText('You did not allow it, so the images stay links.');
    expect(background.fetchImages).not.toHaveBeenCalled();
  });
});
