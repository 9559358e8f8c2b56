import type {
  AnnotationRow,
  BookmarkKey,
  BookmarkRow,
  ContentBody,
  ResourceRow,
  Storage,
  SyncedBookmark,
  UserId,
} from '../storage';
import type { SyncRequest } from './sync-request';

/** A bookmark with what its parts are made of; what they don't need is empty. */
export interface LoadedBookmark {
  readonly row: SyncedBookmark;
  /** All of it; null where no Markdown is made of it. */
  readonly whole: BookmarkRow | null;
  readonly body: ContentBody;
  readonly annotations: readonly AnnotationRow[];
  readonly resources: readonly ResourceRow[];
}

type Sources = Pick<Storage, 'bookmarks' | 'contents' | 'annotations'>;

/** What is to be streamed, a few bookmarks at a time: as many as memory takes, however many there are. */
export async function* loadBookmarks(
  storage: Sources,
  userId: UserId,
  wanted: SyncRequest,
): AsyncGenerator<readonly LoadedBookmark[]> {
  for await (const rows of storage.bookmarks.each(userId, wanted.search, wanted.order)) {
    const keys = rows.map(({ key }) => key);
    const wholes = wanted.hasMarkdown ? await storage.bookmarks.findMany(keys) : NONE;
    const annotations = await annotationsOf(storage, keys, wanted);
    const resources = await resourcesOf(storage, keys, wanted);
    for await (const bodies of bodiesOf(storage, keys, wanted)) {
      yield rows.flatMap((row) => {
        const body = bodies.get(row.key);
        if (body === undefined) return [];
        return {
          row,
          whole: wholes.get(row.key) ?? null,
          body,
          annotations: annotations.get(row.key) ?? [],
          resources: resources.get(row.key) ?? [],
        };
      });
    }
  }
}

const NONE = new Map<BookmarkKey, never>();

const hasText = ({ hasHtml, hasMarkdown }: SyncRequest): boolean => hasHtml || hasMarkdown;

const annotationsOf = async (
  { annotations }: Sources,
  keys: readonly BookmarkKey[],
  wanted: SyncRequest,
): ReturnType<Storage['annotations']['listMany']> =>
  hasText(wanted) || wanted.hasAnnotations ? annotations.listMany(keys) : NONE;

/** Markdown shows the picture that stands for the bookmark. */
const resourcesOf = async (
  { contents }: Sources,
  keys: readonly BookmarkKey[],
  { hasResources, hasMarkdown }: SyncRequest,
): ReturnType<Storage['contents']['resourcesOfMany']> =>
  hasResources || hasMarkdown ? contents.resourcesOfMany(keys) : NONE;

async function* bodiesOf(
  { contents }: Sources,
  keys: readonly BookmarkKey[],
  wanted: SyncRequest,
): AsyncGenerator<ReadonlyMap<BookmarkKey, ContentBody>> {
  if (hasText(wanted) || wanted.hasJson) yield* contents.bodies(keys, hasText(wanted));
  else yield new Map(keys.map((key) => [key, { article: null, linksJson: '[]' }]));
}
