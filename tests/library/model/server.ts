import type { BookmarkId, UnixMs } from '../../../src/domain';
import { fromRow } from '../../../src/library/bookmark-row';
import type { LibraryDatabase } from '../../../src/library/database';
import type { OutboxRow } from '../../../src/library/rows';
import { unpackText } from '../../../src/library/stored-text';

/** What a server knows of a bookmark. */
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
 * Sends what is due, as a sync would: intents in order per bookmark, each as it says, nothing that
 * is not in the outbox.
 */
export async function sendOutbox(tables: LibraryDatabase, server: Server, now: UnixMs) {
  const blocked = new Set<BookmarkId>();
  for (const row of await tables.outbox.orderBy('seq').toArray()) {
    if (row.notBefore > now) blocked.add(row.bookmarkId);
    if (blocked.has(row.bookmarkId)) continue;
    await send(tables, server, row);
    await tables.outbox.delete(row.seq);
  }
}

async function send(tables: LibraryDatabase, server: Server, { bookmarkId, intent }: OutboxRow) {
  const known = server.get(bookmarkId);
  switch (intent.kind) {
    case 'create':
      server.set(bookmarkId, await asItIs(tables, bookmarkId));
      return;
    case 'delete':
      server.delete(bookmarkId);
      return;
    case 'content':
      if (known) known.html = (await asItIs(tables, bookmarkId)).html;
      return;
    case 'patch':
      if (!known) return;
      Object.assign(known, intent.set);
      known.labels = known.labels.filter((label) => !intent.removeLabels.includes(label));
      known.labels = [...new Set([...known.labels, ...intent.addLabels])];
  }
}

/** The bookmark as it is in the library. */
export async function asItIs(tables: LibraryDatabase, id: BookmarkId): Promise<ServerBookmark> {
  const row = await tables.bookmarks.get(id);
  if (row === undefined) throw new Error(`The outbox speaks of ${id}, which is gone`);
  const { title, labels, isFavourite, isArchived, readProgress } = fromRow(row);
  const article = await tables.articles.get(id);
  const html = article === undefined ? null : await unpackText(article.body);
  return { title, labels: [...labels], isFavourite, isArchived, readProgress, html };
}
