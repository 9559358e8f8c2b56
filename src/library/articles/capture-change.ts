import type { CaptureChange } from '../../domain/article';
import { hashText } from '../../domain/hash';
import type { ArticleRow } from '../database/rows';

const BLOCK_EDGES =
  /<\/?(?:address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b/gi;

/** Any white space but one space, so that a text without it is not copied. */
const LONG_SPACE = /\s{2,}|[^\S ]/g;

/** Returns a 32-bit hash of each paragraph's text, in document order. `html` is sanitised. */
export const paragraphHashes = (html: string): readonly number[] =>
  paragraphsOf(html).map((text) => hashText(text));

/** Returns the text of each paragraph of sanitised HTML, with entities as they are written. */
export function paragraphsOf(html: string): readonly string[] {
  return html
    .split(BLOCK_EDGES)
    .map((block, at) =>
      withoutTags(at === 0 ? block : afterTag(block))
        .replace(LONG_SPACE, ' ')
        .trim(),
    )
    .filter((text) => text !== '');
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
  before: { readonly title: string; readonly article: ArticleRow | null },
  { title, article }: { readonly title: string; readonly article: ArticleRow },
): Omit<CaptureChange, 'earlierId' | 'isTooShort'> {
  const old = before.article?.paragraphs ?? [];
  return {
    titleBefore: before.title === title ? null : before.title,
    wordsBefore: before.article?.wordCount ?? 0,
    wordsAfter: article.wordCount,
    paragraphsAdded: missingIn(article.paragraphs, old).length,
    paragraphsRemoved: missingIn(old, article.paragraphs).length,
    imagesBefore: before.article?.images.length ?? 0,
    imagesAfter: article.images.length,
  };
}

/** Returns the items that are missing in `others`. Repeated ones count separately. */
export function missingIn<T>(items: readonly T[], others: readonly T[]): readonly T[] {
  const left = new Map<T, number>();
  for (const item of others) left.set(item, (left.get(item) ?? 0) + 1);
  return items.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}
