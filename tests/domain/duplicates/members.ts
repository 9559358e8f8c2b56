import type { Bookmark, BookmarkId } from '../../../src/domain/bookmark';
import type { DuplicateMember, TextSketch } from '../../../src/domain/duplicates';
import { newBookmark } from '../../../src/domain/new-bookmark';
import { unixMs } from '../../../src/domain/time';
import { urlKey } from '../../../src/domain/url-identity';

export interface MemberParts extends Partial<Omit<Bookmark, 'id' | 'created'>> {
  readonly id?: string;
  readonly created?: number;
  /** One number for each paragraph; absent when the article is not stored on this device. */
  readonly paragraphs?: readonly number[];
  readonly images?: number;
  readonly sketch?: TextSketch | null;
  /** The canonical address that the page declares. */
  readonly canonical?: string;
}

/** Creates a bookmark with this address, and with 300 words if it has paragraphs. */
export function member(url: string, parts: MemberParts = {}): DuplicateMember {
  const {
    id = url,
    created = 0,
    paragraphs,
    images = 0,
    sketch = null,
    canonical,
    ...rest
  } = parts;
  const bookmark: Bookmark = {
    ...newBookmark(id as BookmarkId, url, urlKey(url)!, unixMs(created)),
    content: paragraphs ? { kind: 'article' } : { kind: 'address', reason: 'failed' },
    wordCount: paragraphs ? 300 : 0,
    readingTimeMinutes: 1,
    ...rest,
  };
  const canonicalKey = canonical === undefined ? null : urlKey(canonical);
  return { bookmark, canonicalKey, article: paragraphs ? { paragraphs, images, sketch } : null };
}
