import * as z from 'zod/mini';
import { CONDITIONS, VALIDATORS } from '../route/headers';
import { empty, media, route } from '../route/route';
import { ShortId } from '../schema/record';
import { bookmarkSearch } from './bookmark-filters';

/** Export formats, by file extension. Any other one is a 406 (protocol.md section 7.7). */
export const EXPORT_FORMATS = ['epub', 'md', 'md.zip', 'csv', 'html'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const FEED_LENGTH = 25;

/** The media type of each format; `md` becomes a zip if the client requests one. */
export const EXPORT_MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  epub: 'application/epub+zip',
  md: 'text/markdown; charset=utf-8',
  'md.zip': 'application/zip',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

const EXPORT = ['api:bookmarks:export'] as const;
const EXPORTED_TYPES = [
  'application/epub+zip',
  'text/markdown',
  'application/zip',
  'text/csv',
  'text/html',
] as const;

// Any text, because an unknown format is a 406 and not a 404.
const format = z.string();

export const exporting = {
  one: route('GET', '/api/bookmarks/{id}/article.{format}', {
    access: EXPORT,
    params: { id: ShortId, format },
    reads: ['Accept', ...CONDITIONS],
    answers: { 200: media(EXPORTED_TYPES, ['Content-Disposition', ...VALIDATORS]), 304: empty() },
    errors: { 406: 'message' },
  }),
  list: route('GET', '/api/bookmarks/export.{format}', {
    access: EXPORT,
    params: { format },
    query: bookmarkSearch,
    reads: ['Accept', 'If-None-Match'],
    answers: { 200: media(EXPORTED_TYPES, ['Content-Disposition', 'ETag']), 304: empty() },
    errors: { 406: 'message' },
  }),
  feed: route('GET', '/api/bookmarks/feed', {
    access: EXPORT,
    query: bookmarkSearch,
    reads: ['If-None-Match'],
    answers: { 200: media(['application/atom+xml'], ['ETag']), 304: empty() },
    errors: { 404: 'message' },
  }),
};
