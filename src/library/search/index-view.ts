import type { BookmarkId } from '../../domain/bookmark';
import type { LibraryDatabase } from '../database/schema';
import type { SearchPendingRow, SearchSegmentRow, SearchStateRow } from '../database/search-rows';
import { reportDamage } from './repair-index';
import { type DocNumber, decodeHead, type Family, type OpenSegment } from './segment';
import {
  type ChangedParts,
  changedParts,
  type NewSegments,
  numbersOf,
  readNumbers,
  readSources,
  SegmentsBuilder,
} from './sources';
import { readState } from './store-segments';

/** The number of changed bookmarks that are searched without the index. */
const MAX_PENDING = 32;

/** Why results may be missing. */
export type IndexGap = 'building' | 'repairing';

/** A segment and which of its documents no newer segment hides. */
export interface VisibleSegment extends OpenSegment {
  /** 1 for each document that is visible. */
  readonly visible: Uint8Array;
}

/** The index at one moment. Arrays are indexed by the number of the document. */
export interface IndexView {
  /** Newest first. */
  readonly segments: readonly VisibleSegment[];
  /** Greater than every number. */
  readonly size: number;
  /** 1 for each bookmark that can be found. */
  readonly isLive: Uint8Array;
  readonly live: number;
  /** In seconds since 1970. */
  readonly created: Uint32Array;
  /** Number of tokens of each text. */
  readonly textLengths: Uint32Array;
  readonly averageTextLength: number;
  /** Bookmarks that have no stored number yet. */
  readonly unstored: ReadonlyMap<DocNumber, BookmarkId>;
  readonly gap: IndexGap | null;
}

/** The tables that tell if the index has changed. */
export const VIEW_TABLES = ['searchSegments', 'searchPending', 'searchState'];

interface StoredState {
  /** The segments. */
  readonly keys: readonly number[];
  readonly marks: readonly SearchPendingRow[];
  readonly state: SearchStateRow | null;
}

/** Identifies the contents of the index. */
const shownOf = ({ keys, marks, state }: StoredState): string =>
  `${keys} ${marks.map(({ seq }) => seq)} ${gapOf(state, marks)}`;

/** Reads the index and keeps what did not change for the next call. */
export class IndexReader {
  readonly #db: LibraryDatabase;
  #open = new Map<number, OpenSegment>();
  #view: IndexView | null = null;
  #shown = '';

  constructor(db: LibraryDatabase) {
    this.#db = db;
  }

  get isRead(): boolean {
    return this.#view !== null;
  }

  /**
   * Returns the index if nothing has changed since `read`, otherwise null. To be called in a
   * transaction over `VIEW_TABLES`.
   */
  async unchanged(): Promise<IndexView | null> {
    if (this.#view === null) return null;
    return shownOf(await this.#readState()) === this.#shown ? this.#view : null;
  }

  async read(): Promise<IndexView> {
    const { stored, marks, state, keys } = await this.#readChanges();
    const gap = gapOf(state, marks);
    const shown = shownOf({ keys, marks, state });
    if (this.#view !== null && shown === this.#shown) return this.#view;
    const parts = changedParts(marks);
    const pending =
      parts.size > 0 && parts.size <= MAX_PENDING ? await this.#readPending(parts) : null;
    const segments = [...(pending?.segments ?? []), ...stored];
    this.#view = viewOf(segments, pending?.unstored ?? new Map(), gap);
    this.#shown = shown;
    return this.#view;
  }

  async #readState(): Promise<StoredState> {
    const db = this.#db;
    const [keys, marks, state] = await Promise.all([
      db.searchSegments.toCollection().primaryKeys(),
      db.searchPending.limit(4 * MAX_PENDING).toArray(),
      readState(db),
    ]);
    return { keys, marks, state };
  }

  async #readChanges() {
    const db = this.#db;
    const { rows, keys, marks, state } = await db.transaction('r', VIEW_TABLES, async () => {
      const stored = await this.#readState();
      const missing = stored.keys.filter((id) => !this.#open.has(id));
      return { ...stored, rows: await db.searchSegments.bulkGet(missing) };
    });
    const known = new Set(keys);
    for (const id of this.#open.keys()) if (!known.has(id)) this.#open.delete(id);
    for (const row of rows) if (row !== undefined) await this.#openSegment(row);
    const stored = [...this.#open.values()].sort((a, b) => b.order - a.order);
    return { stored, marks, state, keys };
  }

  async #openSegment({ id, family, order, head }: SearchSegmentRow): Promise<void> {
    const open = decodeHead(head);
    if (open === null) await reportDamage(this.#db, null);
    else this.#open.set(id, { ...open, id, family, order });
  }

  /** Builds segments of the changed bookmarks in memory. */
  async #readPending(parts: ChangedParts) {
    const known = await readNumbers(this.#db, [...parts.keys()]);
    const sources = await readSources(this.#db, parts, known);
    const builder = new SegmentsBuilder();
    for (const source of sources) builder.add(source);
    let next = 1;
    for (const { docs } of this.#open.values()) next = Math.max(next, sizeForDocs(docs));
    const unstored = new Map<DocNumber, BookmarkId>();
    const numbers = sources.map(({ id, known }) => {
      if (known !== null) return known.doc;
      unstored.set(next, id);
      return next++;
    });
    const made = builder.build();
    const segments = (['fields', 'text'] as const).flatMap((family) =>
      unstoredSegment(made, family, numbers),
    );
    return { segments, unstored };
  }
}

function gapOf(
  state: Awaited<ReturnType<typeof readState>>,
  marks: readonly SearchPendingRow[],
): IndexGap | null {
  if (state === null || state.builtTo !== null) return 'building';
  if (state.isRepairing) return 'repairing';
  return changedParts(marks).size > MAX_PENDING ? 'building' : null;
}

function unstoredSegment(
  made: NewSegments,
  family: Family,
  numbers: readonly DocNumber[],
): readonly OpenSegment[] {
  const built = made[family];
  if (built === null) return [];
  const docs = numbersOf(made, family, numbers);
  return [{ ...built, docs, id: -1, family, order: Number.POSITIVE_INFINITY }];
}

/** Greater than each of `docs`, which are in ascending order. */
const sizeForDocs = (docs: ArrayLike<DocNumber>): number => (docs[docs.length - 1] ?? 0) + 1;

/** @param segments newest first */
function viewOf(
  segments: readonly OpenSegment[],
  unstored: IndexView['unstored'],
  gap: IndexGap | null,
): IndexView {
  const size = segments.reduce((most, { docs }) => Math.max(most, sizeForDocs(docs)), 1);
  const isLive = new Uint8Array(size);
  const created = new Uint32Array(size);
  const textLengths = new Uint32Array(size);
  const seen = { fields: new Uint8Array(size), text: new Uint8Array(size) };
  let [live, texts, tokens] = [0, 0, 0];
  const visibleSegments = segments.map((segment): VisibleSegment => {
    const { docs, lengths, family } = segment;
    const visible = new Uint8Array(docs.length);
    const hidden = seen[family];
    for (let at = 0; at < docs.length; at++) {
      const doc = docs[at] ?? 0;
      if (hidden[doc] === 1) continue;
      hidden[doc] = 1;
      const length = lengths[at] ?? 0;
      if (length === 0) continue;
      visible[at] = 1;
      if (family === 'fields') {
        isLive[doc] = 1;
        created[doc] = segment.created[at] ?? 0;
        live += 1;
      } else {
        textLengths[doc] = length - 1;
        texts += 1;
        tokens += length - 1;
      }
    }
    return { ...segment, visible };
  });
  return {
    segments: visibleSegments,
    size,
    isLive,
    live,
    created,
    textLengths,
    unstored,
    gap,
    averageTextLength: texts === 0 ? 1 : Math.max(1, tokens / texts),
  };
}
