import { resourcePath, type SyncPart } from '../../src/contract';
import { imagesBelow } from '../articles/article-images';
import { type ArticleWork, ArticleWorkFailed } from '../articles/article-work';
import { WITH_NOTES } from '../articles/render-article';
import { bookmarkAddress, imageAddress, resourceAddress } from '../bookmarks/addresses';
import { infoJson } from '../bookmarks/read-bookmark';
import { annotationInfo } from '../highlights/highlight-json';
import type { BaseAddress } from '../http/base-address';
import { faultFields, type Log } from '../ops/log';
import type { BookmarkRow, ResourceRow, SyncedBookmark, UserId } from '../storage';
import { lenientConverter } from '../transfer/export/article-converter';
import { exportedBookmark, leadFiles } from '../transfer/export/exported-items';
import type { LoadedBookmark } from './load-bookmarks';
import type { SyncRequest } from './sync-request';

/** A part whose body is a text. */
export interface TextPart {
  readonly part: SyncPart;
  readonly body: string;
}

/** What the texts of a stream are made with. */
export interface TextStream {
  readonly articleWork: ArticleWork;
  readonly log: Log;
  readonly userId: UserId;
  readonly wanted: SyncRequest;
  readonly base: BaseAddress;
}

/** The texts of a bookmark that were asked for, in the order of protocol.md section 11. */
export async function* textParts(
  loaded: LoadedBookmark,
  stream: TextStream,
): AsyncGenerator<TextPart> {
  const { wanted, base } = stream;
  const { row, whole, body, annotations } = loaded;
  const href = bookmarkAddress(base, row.id);
  if (wanted.hasJson) {
    const json = infoJson(row, body.linksJson, base);
    yield { part: { ...JSON_PART, ...ofBookmark(row), location: href }, body: json };
  }
  const html = wanted.hasHtml || wanted.hasMarkdown ? await articleOf(loaded, stream) : '';
  if (wanted.hasHtml && row.hasArticle) {
    const location = `${href}/article`;
    yield { part: { ...HTML_PART, ...ofBookmark(row), location }, body: html };
  }
  if (whole !== null) {
    const markdown = await markdownIn(whole, loaded, html, stream);
    yield { part: { ...MARKDOWN_PART, ...ofBookmark(row) }, body: markdown };
  }
  if (wanted.hasAnnotations) {
    const location = `${href}/annotations`;
    const json = JSON.stringify(annotations.map(annotationInfo));
    yield { part: { ...ANNOTATIONS_PART, ...ofBookmark(row), location }, body: json };
  }
}

const NO_FILE = { location: null, path: null, group: null, length: null };
const JSON_PART = {
  ...NO_FILE,
  type: 'json',
  contentType: 'application/json; charset=utf-8',
  filename: 'info.json',
} as const;
const HTML_PART = {
  ...NO_FILE,
  type: 'html',
  contentType: 'text/html; charset=utf-8',
  filename: 'index.html',
} as const;
const MARKDOWN_PART = {
  ...NO_FILE,
  type: 'markdown',
  contentType: 'text/markdown; charset=utf-8',
  filename: 'index.md',
} as const;
const ANNOTATIONS_PART = {
  ...NO_FILE,
  type: 'annotations',
  contentType: 'application/json; charset=utf-8',
  filename: 'annotations.json',
} as const;

const ofBookmark = ({ id, created, updated }: SyncedBookmark) => ({
  bookmarkId: id,
  created,
  updated,
});

/**
 * The article with its annotations, its images called as their parts are. One that can't be rendered
 * is sent as it is stored: the stream goes on, and nobody's sync ends there each time.
 */
async function articleOf(
  { row, body, annotations }: LoadedBookmark,
  { articleWork, log, userId, wanted, base }: TextStream,
): Promise<string> {
  const article = body.article ?? '';
  try {
    return await articleWork.queued.run(userId, 'render', {
      article,
      annotations,
      options: WITH_NOTES,
      images: imagesBelow(filePath(base, row.id, { name: '', kind: 'embedded' }, wanted)),
    });
  } catch (fault) {
    if (!(fault instanceof ArticleWorkFailed)) throw fault;
    log.warn('article not rendered', { bookmark: row.id, ...faultFields(fault) });
    return article;
  }
}

/** Front matter, picture and text; the title is in the front matter only. */
async function markdownIn(
  row: BookmarkRow,
  { resources }: LoadedBookmark,
  html: string,
  stream: TextStream,
): Promise<string> {
  const { base, wanted, userId } = stream;
  const { lead, inText } = leadFiles(resources);
  const leadImage = lead && filePath(base, row.id, lead, wanted);
  const leadInText = inText && filePath(base, row.id, inText, wanted);
  const article = { html, leadImage, leadInText };
  const paths = resources.map((file) => filePath(base, row.id, file, wanted));
  const { text } = await lenientConverter(stream, userId).toMarkdown({
    bookmark: exportedBookmark(row),
    article,
    hasFrontMatter: true,
    hasHeading: false,
    images: new Map(paths.map((path) => [path, path])),
  });
  return text;
}

type File = Pick<ResourceRow, 'name' | 'kind'>;

/** Where a file of a bookmark is for everybody. */
export const fileAddress = (base: BaseAddress, bookmarkId: string, { name, kind }: File): string =>
  kind === 'embedded'
    ? resourceAddress(base, bookmarkId, name)
    : imageAddress(base, bookmarkId, name);

/** What the parts call it: a path below the prefix that was asked for, or where it is. */
export const filePath = (
  base: BaseAddress,
  bookmarkId: string,
  file: File,
  { resourcePrefix }: Pick<SyncRequest, 'resourcePrefix'>,
): string =>
  resourcePath(resourcePrefix, bookmarkId, file.name) ?? fileAddress(base, bookmarkId, file);
