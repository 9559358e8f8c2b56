import type { AnnotationInfo } from '../../contract';
import { err, ok, type Result } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { MAX_IMPORTED_ROWS } from '../../formats/imports/limits';
import type { ServiceError, SyncedBookmark } from '../../service';
import { readAlone, readAnnotated } from '../highlights/read-annotations';
import { type Asked, articleBytes, streamBookmarks, WITH_ARTICLES } from '../stream-bookmarks';

/** A server from which bookmarks are imported. It is not the server of the library. */
export interface ImportSource extends Asked {
  readonly now: () => UnixMs;
}

/** Returns the ids of all bookmarks, in the order of their last changes. */
export async function listBookmarks({
  server,
  signal,
}: ImportSource): Promise<Result<readonly string[], ServiceError>> {
  const answer = await server.client.sync.list({}, { signal });
  if (!answer.ok) return answer;
  if (answer.value.status !== 200) return err({ kind: 'malformed', issues: ['no list'] });
  const updated = answer.value.body.filter(({ type }) => type === 'update');
  const ids = [...new Set(updated.map(({ id }) => id))].reverse();
  return ids.length > MAX_IMPORTED_ROWS ? err({ kind: 'answer-too-large' }) : ok(ids);
}

/** Bookmarks that came with one request, by id. */
export interface ReadTogether {
  readonly came: ReadonlyMap<string, SyncedBookmark>;
  /** False: more of them would need too much memory. */
  readonly isWhole: boolean;
}

/** Articles and images in memory at once, in bytes. One bookmark may have more. */
const MAX_PAGE_BYTES_IN_MEMORY = 32_000_000;

/** Reads bookmarks with one request. */
export async function readTogether(
  source: ImportSource,
  ids: readonly string[],
  { hasArticles }: { readonly hasArticles: boolean },
): Promise<Result<ReadTogether, ServiceError>> {
  const wanted = { id: [...ids], with_json: true, with_annotations: true };
  const query = hasArticles ? { ...wanted, ...WITH_ARTICLES } : wanted;
  const isWanted = new Set(ids);
  const came = new Map<string, SyncedBookmark>();
  let bytes = 0;
  for await (const one of streamBookmarks(source, query)) {
    if (!one.ok) return one;
    const { id } = one.value;
    if (!isWanted.has(id)) continue;
    came.set(id, one.value);
    bytes += articleBytes(one.value);
    if (bytes > MAX_PAGE_BYTES_IN_MEMORY && came.size < ids.length)
      return ok({ came, isWhole: false });
  }
  return ok({ came, isWhole: true });
}

/** Bookmarks in one request without their articles. */
const WITHOUT_ARTICLES = 500;

/** Bookmarks that came with one request, and where they are in the list. */
interface ReadSome extends Pick<ReadTogether, 'came'> {
  readonly at: number;
  readonly some: readonly string[];
}

/** Reads bookmarks without their articles. Ends after the last one or with an error. */
export async function* readWithoutArticles(
  source: ImportSource,
  ids: readonly string[],
): AsyncGenerator<Result<ReadSome, ServiceError>, void> {
  for (let at = 0; at < ids.length; at += WITHOUT_ARTICLES) {
    const some = ids.slice(at, at + WITHOUT_ARTICLES);
    const read = await readTogether(source, some, { hasArticles: false });
    if (!read.ok) return yield read;
    yield ok({ at, some, came: read.value.came });
  }
}

/** Reads the highlights of a bookmark. */
export type ReadHighlights = (
  came: SyncedBookmark,
) => Promise<Result<readonly AnnotationInfo[], ServiceError>>;

/**
 * Returns a function that reads the highlights of bookmarks. A server that does not send them with
 * its bookmarks is asked once which bookmarks have some.
 */
export function highlightReader(source: ImportSource): ReadHighlights {
  let annotated: ReadonlySet<string> | null = null;
  return async ({ id, annotations, unusable }) => {
    if (annotations !== null) return ok(annotations);
    if (unusable.some(({ what }) => what === 'annotations')) return ok([]);
    if (annotated === null) {
      const all = await readAnnotated(source, Number.POSITIVE_INFINITY);
      // A server without the list of all highlights has none that are reachable.
      if (!all.ok && all.error.kind !== 'not-found') return all;
      annotated = (all.ok && all.value) || new Set();
    }
    if (!annotated.has(id)) return ok([]);
    const read = await readAlone(source, id);
    return read.ok ? ok(read.value ?? []) : read;
  };
}
