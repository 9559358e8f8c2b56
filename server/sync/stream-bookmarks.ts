import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatSyncPart, type SyncPart } from '../../src/contract';
import type { ResourceFile, ResourceKind, ResourceRow, Storage } from '../storage';
import { type LoadedBookmark, loadBookmarks } from './load-bookmarks';
import { createPartBuffer, type PartBuffer } from './part-buffer';
import type { SyncRequest } from './sync-request';
import { fileAddress, filePath, type TextStream, textParts } from './text-parts';

export interface SyncStream extends TextStream {
  readonly storage: Pick<Storage, 'bookmarks' | 'contents' | 'annotations'>;
  readonly boundary: string;
}

/**
 * Bookmarks with what belongs to them, as the chunks of a multipart body (protocol.md section 11).
 * Made as they are read; what is in memory does not grow with the library.
 */
export async function* streamBookmarks(stream: SyncStream): AsyncGenerator<Uint8Array> {
  const { storage, userId, wanted, boundary } = stream;
  const buffer = createPartBuffer();
  if (hasParts(wanted)) {
    for await (const some of loadBookmarks(storage, userId, wanted)) {
      for (const loaded of some) {
        await addTexts(buffer, loaded, stream);
        if (buffer.isFull) yield* buffer.take();
        if (wanted.hasResources) yield* fileChunks(buffer, loaded, stream);
        // To make Markdown takes a while, and SQLite answers without a pause.
        if (wanted.hasMarkdown) await nextTurn();
      }
    }
  }
  buffer.add(`--${boundary}--\r\n`);
  yield* buffer.take();
}

const hasParts = (wanted: SyncRequest): boolean =>
  wanted.hasJson ||
  wanted.hasHtml ||
  wanted.hasMarkdown ||
  wanted.hasAnnotations ||
  wanted.hasResources;

async function addTexts(buffer: PartBuffer, loaded: LoadedBookmark, stream: SyncStream) {
  for await (const { part, body } of textParts(loaded, stream)) {
    buffer.add(`${opening(stream, part)}${body}\r\n`);
  }
}

const opening = ({ boundary }: SyncStream, part: SyncPart): string =>
  `--${boundary}\r\n${formatSyncPart(part)}`;

/** Images that stand for the bookmark come first. */
const ORDER: readonly ResourceKind[] = ['icon', 'image', 'thumbnail', 'embedded'];

async function* fileChunks(
  buffer: PartBuffer,
  { row, resources }: LoadedBookmark,
  stream: SyncStream,
): AsyncGenerator<Uint8Array> {
  const rank = ({ kind }: ResourceRow) => ORDER.indexOf(kind);
  const inOrder = resources.toSorted((a, b) => rank(a) - rank(b));
  for await (const files of stream.storage.contents.filesOf(inOrder)) {
    for (const file of files) {
      buffer.add(opening(stream, filePart(row.id, file, stream)));
      buffer.add(file.bytes);
      buffer.add('\r\n');
      if (buffer.isFull) yield* buffer.take();
    }
  }
}

const filePart = (
  bookmarkId: string,
  file: ResourceFile,
  { base, wanted }: SyncStream,
): SyncPart => ({
  bookmarkId,
  type: 'resource',
  contentType: file.contentType,
  filename: file.name,
  location: fileAddress(base, bookmarkId, file),
  created: null,
  updated: null,
  path: filePath(base, bookmarkId, file, wanted),
  group: file.kind,
  length: file.bytes.byteLength,
});
