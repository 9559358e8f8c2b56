import { EXPORT_MEDIA_TYPES, type ExportFormat } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain';
import {
  type ConvertedImage,
  type ExportedBookmark,
  type ExportedItems,
  exportFileName,
  writeCsv,
  writeEpub,
  writeMarkdown,
  writeMarkdownZip,
  writeNetscape,
} from '../../../src/formats';
import { PHOTO_WIDTH } from '../../extraction/images/image-keeper';
import { BrokenImage, fitted } from '../../extraction/images/stored-image';
import type { ArticleConverter } from './article-converter';

/** What a file of bookmarks says of itself. */
export interface ExportLabels {
  /** In the name of the file, and of a book. */
  readonly title: string;
  /** The day in the file's name. */
  readonly day: UnixMs;
  /** The date of everything in an archive. */
  readonly modified: UnixMs;
  /** Of a book: an address that is always the same for the same choice of bookmarks. */
  readonly identifier: string;
}

export interface ExportFile {
  /** The media type, with its parameters. */
  readonly type: string;
  /** Of the file to be kept; null for a text that is shown. */
  readonly name: string | null;
  readonly body: ReadableStream<Uint8Array>;
}

/** Bookmarks as a file, which is made while it is read: one bookmark is in memory at a time. */
export const exportFile = (
  format: ExportFormat,
  items: ExportedItems,
  labels: ExportLabels,
  converter: ArticleConverter,
): ExportFile => ({
  type: EXPORT_MEDIA_TYPES[format],
  name: format === 'md' ? null : exportFileName(labels.title, labels.day, format),
  body: bodyOf(format, items, labels, converter),
});

function bodyOf(
  format: ExportFormat,
  items: ExportedItems,
  { identifier, modified, title }: ExportLabels,
  { toChapter, toMarkdown }: ArticleConverter,
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

/** A PNG or JPEG of an image that readers of books need not know; null when it is broken. */
export async function convertImage(bytes: Uint8Array): Promise<ConvertedImage | null> {
  try {
    const { bytes: converted, contentType } = await fitted({ bytes }, { width: PHOTO_WIDTH });
    return { bytes: converted, type: contentType === 'image/png' ? contentType : 'image/jpeg' };
  } catch (fault) {
    if (fault instanceof BrokenImage) return null;
    throw fault;
  }
}
