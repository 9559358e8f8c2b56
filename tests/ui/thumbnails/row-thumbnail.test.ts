import { describe, expect, it, vi } from 'vitest';
import type { AssetHash } from '../../../src/domain/bookmark';
import { readThumbnail } from '../../../src/ui/thumbnails/row-thumbnail';
import { loaded, page, testLibrary, value } from '../../library/library';

const IMAGE = 'https://example.org/1.png';
const shrink = vi.fn(async (_: Blob | HTMLImageElement, width: number) => ({
  blob: new Blob(['small'], { type: 'image/webp' }),
  width,
  height: width,
}));
const stay = new AbortController().signal;

async function withImage() {
  const { library, tables } = await testLibrary();
  const { bookmark } = value(await library.bookmarks.save(page({ images: [IMAGE] })));
  value(await library.articles.addImages(bookmark.id, [loaded(IMAGE, 'one')]));
  const [hash] = (await tables.assets.toCollection().primaryKeys()) as [AssetHash];
  shrink.mockClear();
  return { library: Promise.resolve(library), hash };
}

describe('the thumbnail of an image', () => {
  it('is made at the first time and stored', async () => {
    const { library, hash } = await withImage();
    for (let time = 0; time < 2; time++) {
      expect(await (await readThumbnail(library, hash, stay, shrink))?.text()).toBe('small');
    }
    expect(shrink).toHaveBeenCalledOnce();
    expect(shrink.mock.calls[0]?.[1]).toBe(400);
  });

  it('is not made for a row that was scrolled away', async () => {
    const { library, hash } = await withImage();
    expect(await readThumbnail(library, hash, AbortSignal.abort(), shrink)).toBeNull();
    expect(shrink).not.toHaveBeenCalled();
  });

  it('is missing if the image cannot be decoded, and the next one is made', async () => {
    const { library, hash } = await withImage();
    shrink.mockRejectedValueOnce(new Error('not an image'));
    expect(await readThumbnail(library, hash, stay, shrink)).toBeNull();
    expect(await readThumbnail(library, hash, stay, shrink)).not.toBeNull();
  });
});
