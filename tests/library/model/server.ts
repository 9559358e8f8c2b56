import type { BookmarkId } from '../../../src/domain/bookmark';
import type { UnixMs } from '../../../src/domain/time';
import { unpackText } from '../../../src/library/articles/stored-text';
import { fromRow } from '../../../src/library/database/bookmark-rows';
import type { BookmarkEntry } from '../../../src/library/database/outbox-rows';
import type { LibraryDatabase } from '../../../src/library/database/schema';
import { unsentChanges } from '../../../src/library/outbox/bookmark-changes';
import { knowOnServer, queuedIntents } from '../library';

/** The server's state of a bookmark. */
export interface ServerBookmark {
  title: string;
  labels: string[];
  isFavourite: boolean;
  isArchived: boolean;
  readProgress: number;
  html: string | null;
}

export type Server = Map<BookmarkId, ServerBookmark>;

/**
 * Sends what is due by the rules of docs/library.md: the intents of a bookmark in order, and none
 * after one that is not due. A create replaces all intents behind it. With a delete behind it,
 * nothing is sent.
 */
export async function sendOutbox(tables: LibraryDatabase, server: Server, now: UnixMs) {
  const waiting = await queuedIntents(tables);
  for (const id of new Set(waiting.map(({ bookmarkId }) => bookmarkId))) {
    const rows = waiting.filter(({ bookmarkId }) => bookmarkId === id);
    const notDue = rows.findIndex(({ notBefore }) => notBefore > now);
    const due = notDue === -1 ? rows : rows.slice(0, notDue);
    const creates = due.find(({ intent }) => intent.kind === 'create');
    if (creates && rows.some(({ intent }) => intent.kind === 'delete')) {
      if (notDue === -1) await settle(tables, rows);
    } else if (creates) {
      await send(tables, server, creates);
      await settle(tables, rows);
      await knowOnServer(tables, [id]);
    } else {
      for (const row of due) await send(tables, server, row);
      await settle(tables, due);
    }
  }
}

const settle = (tables: LibraryDatabase, rows: readonly BookmarkEntry[]) =>
  tables.outbox.bulkDelete(rows.map(({ seq }) => seq));

async function send(
  tables: LibraryDatabase,
  server: Server,
  { bookmarkId, intent }: BookmarkEntry,
) {
  const known = server.get(bookmarkId);
  switch (intent.kind) {
    case 'create':
      server.set(bookmarkId, await sentBookmark(tables, bookmarkId));
      return;
    case 'delete':
      server.delete(bookmarkId);
      await tables.shadows.delete(bookmarkId);
      await tables.bookmarks.update(bookmarkId, { serverId: null });
      return;
    case 'content':
      if (known) known.html = (await sentBookmark(tables, bookmarkId)).html;
      return;
    case 'verify':
      return;
    case 'patch': {
      const [row, shadow] = await Promise.all([
        tables.bookmarks.get(bookmarkId),
        tables.shadows.get(bookmarkId),
      ]);
      if (!known || !row || !shadow) return;
      const { set, addLabels, removeLabels } = unsentChanges(row, shadow, true);
      const isOfModel = ([field]: readonly [string, unknown]) => field in known;
      Object.assign(known, Object.fromEntries(Object.entries(set).filter(isOfModel)));
      known.labels = known.labels.filter((label) => !removeLabels.includes(label));
      known.labels = [...new Set([...known.labels, ...addLabels])];
      await knowOnServer(tables, [bookmarkId]);
    }
  }
}

/** The bookmark as a server has it after everything was sent. */
export async function sentBookmark(
  tables: LibraryDatabase,
  id: BookmarkId,
): Promise<ServerBookmark> {
  const row = await tables.bookmarks.get(id);
  if (row === undefined) throw new Error(`The outbox has an intent of ${id}, which does not exist`);
  const { title, labels, isFavourite, isArchived, readProgress } = fromRow(row);
  const article = await tables.articles.get(id);
  const html = article === undefined ? null : await unpackText(article.body);
  return { title, labels: [...labels], isFavourite, isArchived, readProgress, html };
}
