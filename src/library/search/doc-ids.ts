import type { BookmarkId } from '../../domain/bookmark';
import type { LibraryDatabase } from '../database/schema';
import type { IndexView } from './index-view';
import type { DocNumber } from './segment';

/** More unknown documents are read with all others, in the order of their numbers. */
const MAX_SINGLE_READS = 500;
const DOC_IDS_PER_READ = 2_000;

/** The bookmarks of the documents of the index. A number is never used for another one. */
export class DocIds {
  readonly #db: LibraryDatabase;
  readonly #ids: BookmarkId[] = [];
  /** All documents up to this one were read. */
  #readTo = 0;

  constructor(db: LibraryDatabase) {
    this.#db = db;
  }

  /** Returns the bookmark of each document; undefined if the index has lost it since. */
  async of(
    { unstored }: Pick<IndexView, 'unstored'>,
    docs: readonly DocNumber[],
    signal: AbortSignal | undefined,
  ): Promise<readonly (BookmarkId | undefined)[]> {
    const unknown = docs.filter((doc) => !unstored.has(doc) && this.#ids[doc] === undefined);
    if (unknown.length > MAX_SINGLE_READS) await this.#readAll(signal);
    else if (unknown.length > 0) this.#keep(await this.#db.searchDocs.bulkGet(unknown));
    return docs.map((doc) => unstored.get(doc) ?? this.#ids[doc]);
  }

  async #readAll(signal: AbortSignal | undefined): Promise<void> {
    while (true) {
      signal?.throwIfAborted();
      const rows = await this.#db.searchDocs
        .where('doc')
        .above(this.#readTo)
        .limit(DOC_IDS_PER_READ)
        .toArray();
      this.#keep(rows);
      this.#readTo = rows.at(-1)?.doc ?? this.#readTo;
      if (rows.length < DOC_IDS_PER_READ) return;
    }
  }

  #keep(
    rows: readonly ({ readonly doc: DocNumber; readonly bookmarkId: BookmarkId } | undefined)[],
  ) {
    for (const row of rows) if (row !== undefined) this.#ids[row.doc] = row.bookmarkId;
  }
}
