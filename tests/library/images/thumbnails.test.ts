import { beforeEach, describe, expect, it } from 'vitest';
import type { AssetHash, BookmarkId } from '../../../src/domain/bookmark';
import { type ThumbnailRepository, thumbnailRepository } from '../../../src/library';
import { loaded, page, type TestLibrary, testLibrary, value } from '../library';

const IMAGE = 'https://example.org/1.png';

let test: TestLibrary;
let id: BookmarkId;
let hash: AssetHash;
let thumbnails: ThumbnailRepository;

beforeEach(async () => {
  test = await testLibrary();
  thumbnails = test.library.part(thumbnailRepository);
  id = value(await test.library.bookmarks.save(page({ images: [IMAGE] }))).bookmark.id;
  value(await test.library.articles.addImages(id, [loaded(IMAGE, 'one')]));
  [hash] = (await test.tables.assets.toCollection().primaryKeys()) as [AssetHash];
});

const small = () => new Blob(['small'], { type: 'image/webp' });

describe('thumbnails', () => {
  it('are stored once and have their type', async () => {
    expect(await thumbnails.get(hash)).toBeNull();
    value(await thumbnails.put(hash, small()));
    const stored = await thumbnails.get(hash);
    expect([await stored?.text(), stored?.type]).toEqual(['small', 'image/webp']);
  });

  it('go with their image', async () => {
    value(await thumbnails.put(hash, small()));
    value(await test.library.bookmarks.trash([id]));
    expect(await thumbnails.get(hash)).not.toBeNull();
    value(await test.library.bookmarks.purge([id]));
    expect(await thumbnails.get(hash)).toBeNull();
    expect(await thumbnails.put(hash, small())).toEqual({
      ok: false,
      error: { kind: 'not-found' },
    });
  });
});
