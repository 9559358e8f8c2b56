import { formatSyncPart, type SyncPart } from '../../src/contract';
import { turnOf } from '../processes/main-thread';
import type { ResourceKind, ResourceRow, Storage } from '../storage';
import { type LoadedBookmark, loadBookmarks } from './load-bookmarks';
import { createPartBuffer, type PartBuffer } from './part-buffer';
import type { SyncRequest } from './sync-request';
import { fileAddress, filePath, type TextStream, textParts } from './text-parts';

export interface SyncStream extends TextStream {
  readonly storage: Pick<Storage, 'bookmarks' | 'contents' | 'annotations'>;
  readonly boundary: string;
}

/**
 * Yields the chunks of a multipart body with bookmarks, their texts and their files (protocol.md
 * section 11). Memory use does not depend on the size of the library.
 */
export async function* streamBookmarks(stream: SyncStream): AsyncGenerator<Uint8Array> {
  const { storage, userId, request, boundary } = stream;
  const buffer = createPartBuffer();
  if (hasParts(request)) {
    for await (const some of loadBookmarks(storage, userId, request)) {
      for (const loaded of some) {
        await addTexts(buffer, loaded, stream);
        if (buffer.isFull) yield* buffer.take();
        if (request.hasResources) yield* fileChunks(buffer, loaded, stream);
        await turnOf(String(userId));
      }
    }
  }
  buffer.add(`--${boundary}--\r\n`);
  yield* buffer.take();
}

const hasParts = (request: SyncRequest): boolean =>
  request.hasJson ||
  request.hasHtml ||
  request.hasMarkdown ||
  request.hasAnnotations ||
  request.hasResources;

async function addTexts(buffer: PartBuffer, loaded: LoadedBookmark, stream: SyncStream) {
  for (const { part, body } of await textParts(loaded, stream)) {
    buffer.add(`${opening(stream, part)}${body}\r\n`);
  }
}

const opening = ({ boundary }: SyncStream, part: SyncPart): string =>
  `--${boundary}\r\n${formatSyncPart(part)}`;

/** The order of files: the images of the bookmark before those of its article. */
const RESOURCE_ORDER: readonly ResourceKind[] = ['icon', 'image', 'thumbnail', 'embedded'];

async function* fileChunks(
  buffer: PartBuffer,
  { row, resources }: LoadedBookmark,
  stream: SyncStream,
): AsyncGenerator<Uint8Array> {
  const rank = ({ kind }: ResourceRow) => RESOURCE_ORDER.indexOf(kind);
  const inOrder = resources.toSorted((a, b) => rank(a) - rank(b));
  for await (const file of stream.storage.contents.filesOf(inOrder)) {
    buffer.add(opening(stream, filePart(row.id, file, stream)));
    for await (const piece of file.pieces) {
      buffer.add(piece);
      if (buffer.isFull) yield* buffer.take();
    }
    buffer.add('\r\n');
  }
}

const filePart = (
  bookmarkId: string,
  file: ResourceRow,
  { base, request }: SyncStream,
): SyncPart => ({
  bookmarkId,
  type: 'resource',
  contentType: file.contentType,
  filename: file.name,
  location: fileAddress(base, bookmarkId, file),
  created: null,
  updated: null,
  path: filePath(base, bookmarkId, file, request),
  group: file.kind,
  length: file.sizeBytes,
});
