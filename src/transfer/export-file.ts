import type { BookmarkId, UnixMs } from '../domain';
import {
  type BundleSettings,
  dayOf,
  type ExportedBookmark,
  writeBundle,
  writeCsv,
  writeNetscape,
} from '../formats';
import type { TransferRepository } from '../library';
import { bundleSource } from './bundle-source';

/** A bundle, a bookmark file for browsers, or a table. */
export type ExportFormat = 'bundle' | 'browser' | 'csv';

/** What a person wants to export. It is plain data, so that a worker can do it. */
export interface ExportChoice {
  readonly format: ExportFormat;
  /** The bookmarks in their order; null for the whole library. */
  readonly ids: readonly BookmarkId[] | null;
  /** The person's settings, without accounts and secrets. */
  readonly settings: BundleSettings;
}

/** A file that is written while it is read. */
export interface ExportFile {
  /** Valid in every system. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** @param onProgress called with the number of bookmarks that were written */
export function exportFile(
  transfers: TransferRepository,
  { format, ids, settings }: ExportChoice,
  now: UnixMs,
  onProgress: (done: number) => void,
): ExportFile {
  const name = `leafmark-${dayOf(now)}`;
  switch (format) {
    case 'bundle': {
      const source = bundleSource(transfers, ids, settings);
      const body = writeBundle(source, ids === null ? 'library' : 'selection', onProgress);
      return { name: `${name}.zip`, type: 'application/zip', body };
    }
    case 'browser': {
      const body = chunksOf(writeNetscape(bookmarksOf(transfers, ids, onProgress)));
      return { name: `${name}.html`, type: 'text/html', body };
    }
    case 'csv': {
      const body = chunksOf(writeCsv(bookmarksOf(transfers, ids, onProgress)));
      return { name: `${name}.csv`, type: 'text/csv', body };
    }
  }
}

/** Bookmarks that are read at once. */
const PAGE = 500;

/** Returns the bookmarks outside of the trash. Other programs know no trash. */
async function* bookmarksOf(
  transfers: TransferRepository,
  ids: readonly BookmarkId[] | null,
  onProgress: (done: number) => void,
): AsyncGenerator<ExportedBookmark> {
  let done = 0;
  for await (const { bookmarks } of transfers.exportPages(ids, PAGE)) {
    for (const bookmark of bookmarks) {
      if (bookmark.trashedAt === null) yield { ...bookmark, domain: bookmark.site };
    }
    done += bookmarks.length;
    onProgress(done);
  }
}

/** Chromium's streams are no async iterables. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
