import type { AnnotationInfo, SyncPart } from '../../contract';
import { err, ok, type Result } from '../../domain/result';
import type { Limits } from '../http/connection';
import type { ServiceError } from '../http/service-error';
import {
  readSyncParts,
  type SyncAnswer,
  type SyncedInfo,
  type SyncedPart,
  type Unusable,
} from './read-sync-stream';

export interface SyncedResource {
  readonly part: SyncPart;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Everything that a sync stream contains about one bookmark; null for parts that were not requested
 * or do not exist.
 */
export interface SyncedBookmark {
  readonly id: string;
  readonly info: SyncedInfo | null;
  readonly html: string | null;
  readonly annotations: readonly AnnotationInfo[] | null;
  readonly resources: readonly SyncedResource[];
  /** Kinds of parts that were received but cannot be used, each once. */
  readonly unusable: readonly { readonly what: SyncPart['type']; readonly why: Unusable }[];
}

/** Servers may send some bookmarks that were not requested. */
const MAX_UNASKED = 100;

/**
 * Yields the bookmarks of a sync stream as soon as each is complete, and ends after the last one or
 * with an error. It does not yield a bookmark in which the stream broke off.
 *
 * @param asked the number of bookmarks that were requested. A stream with many more may have no end.
 */
export async function* syncBookmarks(
  answer: SyncAnswer,
  asked: number,
  limits?: Pick<Limits, 'stallMs' | 'maxBookmarkBytes'>,
): AsyncGenerator<Result<SyncedBookmark, ServiceError>, void> {
  let current: OpenBookmark | null = null;
  let count = 0;
  for await (const part of readSyncParts(answer, limits)) {
    if (!part.ok) return yield part;
    const { bookmarkId } = part.value;
    if (current !== null && current.id !== bookmarkId) {
      yield ok(current);
      current = null;
    }
    if (current === null) count += 1;
    if (count > asked + MAX_UNASKED)
      return yield err({ kind: 'malformed', issues: ['too many bookmarks'] });
    current ??= emptyBookmark(bookmarkId);
    addPart(current, part.value);
  }
  if (current !== null) yield ok(current);
}

interface OpenBookmark extends Omit<SyncedBookmark, 'resources' | 'unusable'> {
  info: SyncedBookmark['info'];
  html: SyncedBookmark['html'];
  annotations: SyncedBookmark['annotations'];
  readonly resources: SyncedResource[];
  readonly unusable: SyncedBookmark['unusable'][number][];
}

const emptyBookmark = (id: string): OpenBookmark => ({
  id,
  info: null,
  html: null,
  annotations: null,
  resources: [],
  unusable: [],
});

/**
 * Adds a part in place, because copying would be slow when a server sends a hundred thousand parts.
 */
function addPart(bookmark: OpenBookmark, part: SyncedPart): void {
  switch (part.kind) {
    case 'json':
      bookmark.info = part.info;
      break;
    case 'html':
      bookmark.html = part.text;
      break;
    case 'annotations':
      bookmark.annotations = part.annotations;
      break;
    case 'resource':
      bookmark.resources.push(part);
      break;
    case 'unusable':
      if (!bookmark.unusable.some(({ what, why }) => what === part.what && why === part.why))
        bookmark.unusable.push(part);
      break;
  }
}
