import { EXPORT_MEDIA_TYPES, type ExportFormat } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain/time';
import {
  type ExportedBookmark,
  type ExportedItems,
  exportFileName,
  writeCsv,
  writeEpub,
  writeMarkdown,
  writeMarkdownZip,
  writeNetscape,
} from '../../../src/formats';
import type { ArticleConverter } from './article-converter';

/** The title, the dates and the identifier of an export file. */
export interface ExportLabels {
  /** The title of a book, and part of the file name. */
  readonly title: string;
  /** The day in the file name. */
  readonly day: UnixMs;
  /** The modification time of the files in an archive. */
  readonly modified: UnixMs;
  /** The identifier of a book: an address that is the same for every export of the same bookmarks. */
  readonly identifier: string;
}

export interface ExportFile {
  /** The media type, with its parameters. */
  readonly type: string;
  /** The file name of a download; null for a text that browsers show. */
  readonly name: string | null;
  readonly body: ReadableStream<Uint8Array>;
}

/** Makes a file of bookmarks. It is written while it is read, with one bookmark in memory at a time. */
export const exportFile = (
  format: ExportFormat,
  items: ExportedItems,
  labels: ExportLabels,
  converter: ArticleConverter,
): ExportFile => ({
  type: EXPORT_MEDIA_TYPES[format],
  name: format === 'md' ? null : exportFileName(labels.title, labels.day, format),
  body: exportBodyOf(format, items, labels, converter),
});

function exportBodyOf(
  format: ExportFormat,
  items: ExportedItems,
  { identifier, modified, title }: ExportLabels,
  { toChapter, toMarkdown, convertImage }: ArticleConverter,
): ReadableStream<Uint8Array> {
  switch (format) {
    case 'epub':
      return writeEpub(items, { identifier, modified, title, convertImage, toChapter });
    case 'md':
      return writeMarkdown(items, { toMarkdown });
    case 'md.zip':
      return writeMarkdownZip(items, { modified, toMarkdown });
    case 'csv':
      return writeCsv(bookmarksOf(items));
    case 'html':
      return writeNetscape(bookmarksOf(items));
  }
}

async function* bookmarksOf(items: ExportedItems): AsyncGenerator<ExportedBookmark> {
  for await (const { bookmark } of items) yield bookmark;
}
