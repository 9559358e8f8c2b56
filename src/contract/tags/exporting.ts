import * as z from 'zod/mini';
import { empty, media, route } from '../route/route';
import { ShortId } from '../schema/record';
import { bookmarkSearch } from './bookmark-filters';

/** Formats of an export, by what stands after the dot; another one is a 406 (protocol.md section 7.7). */
export const EXPORT_FORMATS = ['epub', 'md', 'md.zip', 'csv', 'html'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const FEED_LENGTH = 25;

/** What each format is sent as; `md` becomes a zip when the client asks for one. */
export const EXPORT_MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  epub: 'application/epub+zip',
  md: 'text/markdown; charset=utf-8',
  'md.zip': 'application/zip',
  csv: 'text/csv; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

const EXPORT = ['api:bookmarks:export'] as const;
const FILE_TYPES = [
  'application/epub+zip',
  'text/markdown',
  'application/zip',
  'text/csv',
  'text/html',
] as const;

// Any text: a format that is unknown is not a 404 but a 406.
const format = z.string();

export const exporting = {
  one: route({
    summary: 'One bookmark as a file.',
    notes: ['With `Accept: application/zip`, `md` comes as a zip with its images.'],
    method: 'GET',
    path: '/api/bookmarks/{id}/article.{format}',
    tag: 'bookmark export',
    access: EXPORT,
    params: { id: ShortId, format },
    reads: ['Accept'],
    answers: { 200: media(FILE_TYPES, ['Content-Disposition']) },
    errors: { 406: 'message' },
  }),
  list: route({
    summary: 'All bookmarks that the filters choose, as one file.',
    notes: ['Takes the parameters of the list, without pages. A 404 when nothing matches.'],
    method: 'GET',
    path: '/api/bookmarks/export.{format}',
    tag: 'bookmark export',
    access: EXPORT,
    params: { format },
    query: bookmarkSearch,
    reads: ['Accept'],
    answers: { 200: media(FILE_TYPES, ['Content-Disposition']) },
    errors: { 406: 'message' },
  }),
  feed: route({
    summary: 'The 25 newest bookmarks that the filters choose, as an Atom feed.',
    method: 'GET',
    path: '/api/bookmarks/feed',
    tag: 'bookmark export',
    access: EXPORT,
    query: bookmarkSearch,
    reads: ['If-None-Match'],
    answers: { 200: media(['application/atom+xml'], ['ETag']), 304: empty() },
    errors: { 404: 'message' },
  }),
};
