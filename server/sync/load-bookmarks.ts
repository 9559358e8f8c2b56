import type {
  AnnotationRow,
  BookmarkKey,
  BookmarkRow,
  ResourceRow,
  Storage,
  SyncedBookmark,
  UserId,
} from '../storage';
import type { SyncRequest } from './sync-request';

/** A bookmark with the data for its parts of the stream. Data that is not needed is empty. */
export interface LoadedBookmark {
  readonly row: SyncedBookmark;
  /** The whole row for Markdown; null when no Markdown is requested. */
  readonly whole: BookmarkRow | null;
  readonly article: string | null;
  readonly annotations: readonly AnnotationRow[];
  readonly resources: readonly ResourceRow[];
}

type Sources = Pick<Storage, 'bookmarks' | 'contents' | 'annotations'>;

/** Loads the bookmarks of a stream in batches, so that memory use does not depend on their number. */
export async function* loadBookmarks(
  storage: Sources,
  userId: UserId,
  request: SyncRequest,
): AsyncGenerator<readonly LoadedBookmark[]> {
  for await (const rows of storage.bookmarks.each(userId, request.search, request.order)) {
    const keys = rows.map(({ key }) => key);
    const wholes = request.hasMarkdown ? await storage.bookmarks.findMany(keys) : NO_ROWS;
    const annotations = await annotationsOf(storage, keys, request);
    const resources = await resourcesOf(storage, keys, request);
    for await (const articles of articlesOf(storage, rows, request)) {
      yield rows.flatMap((row) => {
        const article = articles.get(row.key);
        if (article === undefined) return [];
        return {
          row,
          whole: wholes.get(row.key) ?? null,
          article,
          annotations: annotations.get(row.key) ?? [],
          resources: resources.get(row.key) ?? [],
        };
      });
    }
  }
}

const NO_ROWS = new Map<BookmarkKey, never>();

const hasText = ({ hasHtml, hasMarkdown }: SyncRequest): boolean => hasHtml || hasMarkdown;

const annotationsOf = async (
  { annotations }: Sources,
  keys: readonly BookmarkKey[],
  request: SyncRequest,
): ReturnType<Storage['annotations']['listMany']> =>
  hasText(request) || request.hasAnnotations ? annotations.listMany(keys) : NO_ROWS;

/** Markdown shows the lead picture of the bookmark, so it needs the resources too. */
const resourcesOf = async (
  { contents }: Sources,
  keys: readonly BookmarkKey[],
  { hasResources, hasMarkdown }: SyncRequest,
): ReturnType<Storage['contents']['resourcesOfMany']> =>
  hasResources || hasMarkdown ? contents.resourcesOfMany(keys) : NO_ROWS;

async function* articlesOf(
  { contents }: Sources,
  rows: readonly SyncedBookmark[],
  request: SyncRequest,
): AsyncGenerator<ReadonlyMap<BookmarkKey, string | null>> {
  if (hasText(request)) yield* contents.articles(rows);
  else yield new Map(rows.map(({ key }) => [key, null]));
}
