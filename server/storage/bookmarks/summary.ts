import { type BookmarkSummary, formatInstant } from '../../../src/contract';
import { SUMMARY_FIELDS } from '../schema/bookmark-columns';
import type { BookmarkImage } from '../schema/tables';
import type { BookmarkRow } from './bookmark';
import { toWire } from './wire-fields';

/** protocol.md section 6. */
const READING_WORDS_PER_MINUTE = 200;
/** The seconds for one word in the order by duration (protocol.md section 7.1). */
export const SECONDS_PER_WORD = 0.3;

/**
 * Stands for the server's address in a summary. JSON escapes control characters, so no text of a
 * page can contain it.
 */
const BASE_URL_MARK = '\u0001';

/** Adds `baseUrl`, which has no slash at its end, to the addresses in a summary. */
export const withAddresses = (summary: string, baseUrl: string): string =>
  summary.replaceAll(BASE_URL_MARK, baseUrl);

/** `published` is absent if it is not known, and the others contain the id. */
type WrittenField = Exclude<keyof BookmarkSummary, 'id' | 'href' | 'resources' | 'published'>;

/** Writes a bookmark for lists (spec 2.9), as JSON without the server's address. */
export function summaryOf(row: BookmarkRow): string {
  const fields = JSON.stringify({
    created: formatInstant(row.created),
    updated: formatInstant(row.updated),
    state: row.state,
    loaded: row.state !== 2,
    url: row.url,
    site: row.site,
    ...toWire(row, SUMMARY_FIELDS),
    ...(row.published === null && { published: undefined }),
    document_type: row.documentType,
    has_article: row.hasArticle,
    is_deleted: row.deleteAt !== null,
    reading_time: readingTimeMinutes(row),
  } satisfies Record<WrittenField, unknown>);
  const href = `${BASE_URL_MARK}/api/bookmarks/${row.id}`;
  // An id has letters and digits only.
  return `{"id":"${row.id}","href":"${href}",${fields.slice(1, -1)},"resources":${resources(row, href)}}`;
}

/** Computes the reading time in whole minutes (protocol.md section 6). */
const readingTimeMinutes = (row: Pick<BookmarkRow, 'durationSeconds' | 'wordCount'>): number =>
  row.durationSeconds > 0
    ? Math.floor(row.durationSeconds / 60)
    : Math.floor(row.wordCount / READING_WORDS_PER_MINUTE);

function resources({ id, images, hasArticle }: BookmarkRow, href: string): string {
  const files = `${BASE_URL_MARK}/bm/${id.slice(0, 2)}/${id}/img/`;
  const image = (name: string, { name: file, width, height }: BookmarkImage) =>
    `"${name}":{"src":"${files}${encodeURIComponent(file)}","width":${width},"height":${height}}`;
  return `{${[
    ...(hasArticle ? [`"article":{"src":"${href}/article"}`] : []),
    ...(images.icon ? [image('icon', images.icon)] : []),
    ...(images.image ? [image('image', images.image)] : []),
    ...(images.thumbnail ? [image('thumbnail', images.thumbnail)] : []),
    `"log":{"src":"${href}/x/log"}`,
    `"props":{"src":"${href}/x/props.json"}`,
  ].join()}}`;
}
