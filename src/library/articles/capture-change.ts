import type { CaptureChange } from '../../domain/article';
import { hashText } from '../../domain/hash';
import type { ArticleRow } from '../database/rows';

const BLOCK_EDGES =
  /<\/?(?:address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b/gi;

/** Any white space but one space, so that a text without it is not copied. */
const LONG_SPACE = /\s{2,}|[^\S ]/g;

/** Returns a 32-bit hash of each paragraph's text, in document order. `html` is sanitised. */
export function paragraphHashes(html: string): readonly number[] {
  return html
    .split(BLOCK_EDGES)
    .map((block, at) =>
      withoutTags(at === 0 ? block : afterTag(block))
        .replace(LONG_SPACE, ' ')
        .trim(),
    )
    .filter((text) => text !== '')
    .map((text) => hashText(text));
}

/** Returns the length of sanitised HTML without its tags, with entities as they are written. */
export function textLengthOf(html: string): number {
  const [text = '', ...tags] = html.split('<');
  return tags.reduce((length, tag) => length + afterTag(tag).length, text.length);
}

/** Removes the tags of sanitised HTML and leaves its entities as they are written. */
function withoutTags(html: string): string {
  const [text, ...tags] = html.split('<');
  return `${text}${tags.map(afterTag).join('')}`;
}

/** @param text starts inside a tag */
function afterTag(text: string): string {
  const end = text.indexOf('>');
  return end === -1 ? '' : text.slice(end + 1);
}

/** Describes what a new article changes. `before` is null if only the address was stored. */
export function captureChange(
  titleBefore: string,
  titleAfter: string,
  before: ArticleRow | null,
  after: ArticleRow,
): CaptureChange {
  const old = before?.paragraphs ?? [];
  return {
    titleBefore: titleBefore === titleAfter ? null : titleBefore,
    wordsBefore: before?.wordCount ?? 0,
    wordsAfter: after.wordCount,
    paragraphsAdded: countMissing(after.paragraphs, old),
    paragraphsRemoved: countMissing(old, after.paragraphs),
    imagesBefore: before?.images.length ?? 0,
    imagesAfter: after.images.length,
  };
}

/** Counts the elements of `hashes` that are missing in `others`; duplicates count separately. */
function countMissing(hashes: readonly number[], others: readonly number[]): number {
  const left = new Map<number, number>();
  for (const hash of others) left.set(hash, (left.get(hash) ?? 0) + 1);
  let missing = 0;
  for (const hash of hashes) {
    const count = left.get(hash) ?? 0;
    if (count === 0) missing += 1;
    else left.set(hash, count - 1);
  }
  return missing;
}
