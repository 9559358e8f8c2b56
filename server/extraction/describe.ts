import { parseDate } from '../../src/contract';
import { type BookmarkType, primaryLanguage, unixMs } from '../../src/domain';
import type { Described } from './extraction';
import type { PageReading } from './reading/page-reading';

/** What a page that is no article has to say to be kept as one all the same. */
const MIN_WORDS_BESIDE_MEDIA = 100;
/** How much of the description the text has to begin with. */
const DESCRIPTION_START = 60;

/** What the page says of itself, as a bookmark has it. */
export function describedBy({ metadata }: PageReading, site: string): Described {
  const published = metadata.published === null ? null : parseDate(metadata.published);
  return {
    title: oneLine(metadata.title),
    siteName: oneLine(metadata.siteName) || site,
    authors: metadata.authors.map(oneLine),
    published: published === null ? null : unixMs(published),
    // As clients know it; the article's own element has the whole tag.
    lang: primaryLanguage(metadata.lang),
    textDirection: metadata.textDirection ?? '',
    description: oneLine(metadata.description),
  };
}

/** What the page says that it is; one with a known player and nothing to read is a video. */
export function typeOf(reading: PageReading): BookmarkType {
  const { type } = reading.metadata;
  return type === 'article' && reading.embed !== null && !isArticleBeside(reading) ? 'video' : type;
}

/** Whether what was found beside a video or a photo is an article, and not its surroundings. */
export const isArticleBeside = ({ article, report }: PageReading): boolean =>
  article !== null &&
  article.wordCount >= MIN_WORDS_BESIDE_MEDIA &&
  !report.warnings.includes('not-readable');

/** Whether the text begins with the description, which then need not be shown before it. */
export const beginsWith = (text: string, description: string): boolean =>
  description !== '' &&
  oneLine(text.slice(0, 4 * DESCRIPTION_START)).includes(
    oneLine(description)
      .replace(/…$|\.\.\.$/, '')
      .slice(0, DESCRIPTION_START),
  );

/** White space and control characters become one blank (protocol.md section 14). */
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
