import type { Bookmark } from '../../domain/bookmark';
import type { UrlKey } from '../../domain/url-identity';
import { readCounts } from '../database/bookmark-rows';
import { nextNumber } from '../database/contents-writes';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Shadow } from '../database/sync-rows';

/** The parts of a written bookmark that are remembered. */
interface WrittenBookmark {
  readonly bookmark: Pick<Bookmark, 'urlKey'> | null;
  readonly shadow: Pick<Shadow, 'serverId'> | null;
}

/**
 * The addresses and server ids of all bookmarks, in memory while many new ones arrive. A
 * transaction then looks up only those that exist. Only one round of sync runs at a time, so nobody
 * else adds server ids. Bookmarks that are saved meanwhile are found by their numbers, which are
 * never given twice. An address of a bookmark never changes.
 */
export class KnownBookmarks {
  readonly #urlKeys = new Set<UrlKey>();
  readonly #serverIds = new Set<string>();
  /** Bookmarks with smaller numbers are known. */
  #next: number;

  private constructor(next: number) {
    this.#next = next;
  }

  /** Reads all bookmarks. Returns null if they are more than `added`, the number of new ones. */
  static async read(db: LibraryDatabase, added: number): Promise<KnownBookmarks | null> {
    return db.transaction('r', ['bookmarks', 'shadows', 'meta'], async () => {
      const counts = await readCounts(db);
      if (counts.all + counts.trash > added) return null;
      const known = new KnownBookmarks(await nextNumber(db));
      known.#addRows(await db.bookmarks.toArray());
      const linked = await db.shadows.where('serverId').above('').toArray();
      for (const { serverId } of linked) known.#serverIds.add(serverId ?? '');
      return known;
    });
  }

  #addRows(rows: readonly BookmarkRow[]): void {
    for (const { urlKey, serverId } of rows) {
      this.#urlKeys.add(urlKey);
      if (serverId !== null) this.#serverIds.add(serverId);
    }
  }

  /** False if there is certainly no bookmark with the address. */
  mayHaveAddress(urlKey: UrlKey): boolean {
    return this.#urlKeys.has(urlKey);
  }

  /** False if there is certainly no bookmark that is linked to the server id. */
  mayHaveServerId(serverId: string): boolean {
    return this.#serverIds.has(serverId);
  }

  /**
   * Adds the bookmarks that were saved since, at the start of a transaction. Returns the number of
   * its first new bookmark.
   */
  async update(db: LibraryDatabase): Promise<number> {
    const next = await nextNumber(db);
    if (next > this.#next) {
      this.#addRows(await db.bookmarks.where('number').between(this.#next, next).toArray());
      this.#next = next;
    }
    return next;
  }

  /** Adds the bookmarks of a transaction that was written, after which `next` is the next number. */
  add(states: Iterable<WrittenBookmark>, next: number): void {
    for (const { bookmark, shadow } of states) {
      if (bookmark !== null) this.#urlKeys.add(bookmark.urlKey);
      if (shadow?.serverId) this.#serverIds.add(shadow.serverId);
    }
    this.#next = Math.max(this.#next, next);
  }
}
