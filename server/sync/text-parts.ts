import { resourcePath, type SyncPart } from '../../src/contract';
import { imagesBelow } from '../articles/article-images';
import { type ArticleWork, ArticleWorkFailed } from '../articles/article-work';
import { WITH_NOTES } from '../articles/render-options';
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

/** A part of the stream with a text as its body. */
export interface TextPart {
  readonly part: SyncPart;
  readonly body: string;
}

/** The services and the request of a stream. */
export interface TextStream {
  readonly articleWork: ArticleWork;
  readonly log: Log;
  readonly userId: UserId;
  readonly request: SyncRequest;
  readonly base: BaseAddress;
}

/** Returns the requested texts of a bookmark in the order of protocol.md section 11. */
export async function textParts(
  loaded: LoadedBookmark,
  stream: TextStream,
): Promise<readonly TextPart[]> {
  const parts: TextPart[] = [];
  const { request, base } = stream;
  const { row, whole, annotations } = loaded;
  const href = bookmarkAddress(base, row.id);
  if (request.hasJson) {
    const json = infoJson(row, row.linksJson, base);
    parts.push({ part: { ...JSON_PART, ...ofBookmark(row), location: href }, body: json });
  }
  const html = request.hasHtml || request.hasMarkdown ? await articlePartOf(loaded, stream) : '';
  if (request.hasHtml && row.hasArticle) {
    const location = `${href}/article`;
    parts.push({ part: { ...HTML_PART, ...ofBookmark(row), location }, body: html });
  }
  if (whole !== null) {
    const markdown = await markdownIn(whole, loaded, html, stream);
    parts.push({ part: { ...MARKDOWN_PART, ...ofBookmark(row) }, body: markdown });
  }
  if (request.hasAnnotations) {
    const location = `${href}/annotations`;
    const json = JSON.stringify(annotations.map(annotationInfo));
    parts.push({ part: { ...ANNOTATIONS_PART, ...ofBookmark(row), location }, body: json });
  }
  return parts;
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
 * Renders the article with its highlights and with the paths of its images in the stream. An article
 * that cannot be rendered is sent as it is stored, so that it does not stop every sync of its user.
 */
async function articlePartOf(
  { row, article: stored, annotations }: LoadedBookmark,
  { articleWork, log, userId, request, base }: TextStream,
): Promise<string> {
  const article = stored ?? '';
  try {
    return await articleWork.queued.run(userId, 'render', {
      article,
      annotations,
      options: WITH_NOTES,
      images: imagesBelow(filePath(base, row.id, { name: '', kind: 'embedded' }, request)),
    });
  } catch (fault) {
    if (!(fault instanceof ArticleWorkFailed)) throw fault;
    log.warn('article not rendered', { bookmark: row.id, ...faultFields(fault) });
    return article;
  }
}

/** Converts a bookmark to Markdown with front matter, which has the title, and the lead picture. */
async function markdownIn(
  row: BookmarkRow,
  { resources }: LoadedBookmark,
  html: string,
  stream: TextStream,
): Promise<string> {
  const { base, request, userId } = stream;
  const { lead, inText } = leadFiles(resources);
  const leadImage = lead && filePath(base, row.id, lead, request);
  const leadInText = inText && filePath(base, row.id, inText, request);
  const article = { html, leadImage, leadInText };
  const paths = resources.map((file) => filePath(base, row.id, file, request));
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

/** Returns the public address of a file of a bookmark. */
export const fileAddress = (base: BaseAddress, bookmarkId: string, { name, kind }: File): string =>
  kind === 'embedded'
    ? resourceAddress(base, bookmarkId, name)
    : imageAddress(base, bookmarkId, name);

/** Returns the path of a file below the requested prefix, or its address without a prefix. */
export const filePath = (
  base: BaseAddress,
  bookmarkId: string,
  file: File,
  { resourcePrefix }: Pick<SyncRequest, 'resourcePrefix'>,
): string =>
  resourcePath(resourcePrefix, bookmarkId, file.name) ?? fileAddress(base, bookmarkId, file);
