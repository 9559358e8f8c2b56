import { sql } from 'kysely';
import type { BookmarkKey } from '../ids';
import { parsed } from '../rows';
import type { Session } from '../session';
import type { ContentBody } from './content';
import { runsOf } from './runs';

const NOTHING: ContentBody = { article: null, links: [] };

/** The bodies of `keys`, in their order, as many at a time as memory takes. */
export async function* bodiesOf(
  { db, engine }: Session,
  keys: readonly BookmarkKey[],
): AsyncGenerator<ReadonlyMap<BookmarkKey, ContentBody>> {
  const contents = db.selectFrom('contents');
  const sizes = await contents
    .select(['bookmark_key', sql<number | null>`octet_length(article)`.as('size')])
    .where(engine.isAmong('bookmark_key', keys))
    .execute();
  const sizeOf = new Map(sizes.map(({ bookmark_key, size }) => [bookmark_key, size ?? 0]));
  for (const some of runsOf(keys, (key) => sizeOf.get(key) ?? 0)) {
    const rows = await contents
      .select(['bookmark_key', 'article', 'links'])
      .where(engine.isAmong('bookmark_key', some))
      .execute();
    const found = new Map(rows.map((row) => [row.bookmark_key, row]));
    yield new Map(
      some.map((key) => {
        const row = found.get(key);
        return [key, row ? { article: row.article, links: parsed(row.links) } : NOTHING];
      }),
    );
  }
}
