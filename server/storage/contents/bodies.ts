import { sql } from 'kysely';
import type { BookmarkKey } from '../ids';
import type { Session } from '../session';
import type { ContentBody } from './content';
import { runsOf } from './runs';

const NOTHING: ContentBody = { article: null, linksJson: '[]' };

/** The bodies of `keys`, in their order, as many at a time as memory takes. */
export async function* bodiesOf(
  session: Session,
  keys: readonly BookmarkKey[],
  hasArticles: boolean,
): AsyncGenerator<ReadonlyMap<BookmarkKey, ContentBody>> {
  const sizeOf = hasArticles ? await sizesOf(session, keys) : NO_SIZES;
  for (const some of runsOf(keys, (key) => sizeOf.get(key) ?? 0)) {
    const found = await readBodies(session, some, hasArticles);
    yield new Map(some.map((key) => [key, found.get(key) ?? NOTHING]));
  }
}

const NO_SIZES: ReadonlyMap<BookmarkKey, number> = new Map();

async function sizesOf({ db, engine }: Session, keys: readonly BookmarkKey[]) {
  const rows = await db
    .selectFrom('contents')
    .select(['bookmark_key', sql<number | null>`octet_length(article)`.as('size')])
    .where(engine.isAmong('bookmark_key', keys))
    .execute();
  return new Map(rows.map(({ bookmark_key, size }) => [bookmark_key, size ?? 0]));
}

async function readBodies(
  { db, engine }: Session,
  keys: readonly BookmarkKey[],
  hasArticles: boolean,
): Promise<ReadonlyMap<BookmarkKey, ContentBody>> {
  const rows = await db
    .selectFrom('contents')
    .select(['bookmark_key', 'links'])
    .$if(hasArticles, (query) => query.select('article'))
    .where(engine.isAmong('bookmark_key', keys))
    .execute();
  return new Map(
    rows.map(({ bookmark_key, article = null, links }) => [
      bookmark_key,
      { article, linksJson: links },
    ]),
  );
}
