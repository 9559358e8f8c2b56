import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { loaded, page, testLibrary, value } from '../../library/library';
import { inMore, openPopup, savedState } from './open-popup';

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
  fireEvent.click(await inMore('What was captured'));
  await screen.findByText('3 words');
  return popup;
}

describe('the capture report', () => {
  it('shows the stored images, and why the others are missing', async () => {
    await openReport();
    screen.getByText('Images kept: 1');
    screen.getByText(/^Images: 2\. .*its site does not let other sites read it\.$/);
    screen.getByText(/^Images: 1\. .*it is too large\.$/);
  });

  it('opens with a click on the status of the save', async () => {
    await openReport();
    const missing = await screen.findByRole('button', { name: 'Saved. Images not kept: 3' });
    expect(missing.closest('[role="status"]')).not.toBeNull();
    expect(missing.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(missing);
    expect(screen.queryByText('Images kept: 1')).toBeNull();
    fireEvent.click(missing);
    await screen.findByText('Images kept: 1');
  });

  it('says which kind of page it was', async () => {
    await openReport();
    screen.getByText('Recognised as: Article');
  });

  it('requests the access with its reason, and then fetches the images', async () => {
    const { imageAccess, background } = await openReport();
    screen.getByText(/permission to read data on all websites/);
    fireEvent.click(screen.getByRole('button', { name: 'Keep all images' }));
    // Within the click: browsers refuse the request later.
    expect(imageAccess.request).toHaveBeenCalledOnce();
    await screen.findByText('More images kept: 2');
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
