import type { Selectable } from 'kysely';
import { unixMs } from '../../../src/domain';
import type { BookmarkKey } from '../ids';
import { parsed } from '../rows';
import type { ContentTable } from '../schema/content-tables';
import { markUnindexed } from '../search/unindexed';
import type { Session, Unit } from '../session';
import { slot, statement } from '../statement';
import { collectGarbage, keepBlob } from './blobs';
import type { ContentChange, ContentRepository, ContentRow } from './content';
import { fileOf, putResources, resourcesOf } from './resources';

const findByKey = statement<Selectable<ContentTable>, [key: BookmarkKey]>((db) =>
  db.selectFrom('contents').selectAll().where('bookmark_key', '=', slot<BookmarkKey>(0)),
);

/** What belongs to bookmarks, in either database. */
export function createContents(session: Session): ContentRepository {
  const { db, engine } = session;
  return {
    async find(key) {
      const [row] = await findByKey(session, key);
      return row ? toContent(row) : null;
    },
    async findMany(keys) {
      const rows = await db
        .selectFrom('contents')
        .selectAll()
        .where(engine.isAmong('bookmark_key', keys))
        .execute();
      return new Map(rows.map((row) => [row.bookmark_key, toContent(row)]));
    },
    put: (key, content) => session.write((unit) => putContent(unit, key, content)),
    keepBlob: (bytes) => session.write((unit) => keepBlob(unit, bytes)),
    resources: (key) => resourcesOf(session, key),
    putResources: (key, resources) => session.write((unit) => putResources(unit, key, resources)),
    file: (bookmarkId, name) => fileOf(session, bookmarkId, name),
    collectGarbage: () => session.write(collectGarbage),
  };
}

async function putContent(unit: Unit, key: BookmarkKey, content: ContentChange): Promise<void> {
  const { text, links, props, log } = content;
  const written = {
    ...(content.article === undefined ? {} : { article: content.article }),
    ...(text === undefined ? {} : { text }),
    ...(links === undefined ? {} : { links: JSON.stringify(links) }),
    ...(props === undefined ? {} : { props: JSON.stringify(props) }),
    ...(log === undefined ? {} : { log }),
    changed_at: unit.now(),
  };
  await unit.db
    .insertInto('contents')
    .values({
      bookmark_key: key,
      article: null,
      text: '',
      links: '[]',
      props: '{}',
      log: '',
      ...written,
    })
    .onConflict((conflict) => conflict.column('bookmark_key').doUpdateSet(written))
    .execute();
  if (text !== undefined) await markUnindexed(unit, key);
}

const toContent = (row: Selectable<ContentTable>): ContentRow => ({
  bookmarkKey: row.bookmark_key,
  article: row.article,
  text: row.text,
  links: parsed(row.links),
  props: parsed(row.props),
  log: row.log,
  changed: unixMs(row.changed_at),
});
