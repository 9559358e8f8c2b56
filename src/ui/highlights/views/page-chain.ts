import { type ReadonlySignal, signal } from '@preact/signals';
import type { Dispose } from '../../../library';

interface Page<Row, Cursor> {
  readonly rows: readonly Row[];
  /** null: this is the last page. */
  readonly next: Cursor | null;
}

interface Link<Row, Cursor> {
  after: Cursor | null;
  page: Page<Row, Cursor> | null;
  stop: Dispose | null;
}

/** A list as a chain of pages by cursor. Only the pages near the visible rows are live. */
export interface PageChain<Row> {
  /** All rows read so far in order, without duplicates. null until the first page has been read. */
  readonly rows: ReadonlySignal<readonly Row[] | null>;
  /** False when the last row of the list has been read. */
  readonly hasMore: ReadonlySignal<boolean>;
  /**
   * Reports which rows are visible, by position and without `end`. Reads more pages until they
   * exist.
   */
  reveal(start: number, end: number): void;
  dispose(): void;
}

interface ChainOptions<Row, Cursor> {
  /** Calls `listener` with the page after a position, and again when it changes. */
  readonly watchPage: (
    after: Cursor | null,
    listener: (page: Page<Row, Cursor>) => void,
  ) => Dispose;
  /** The usual number of rows of a page. */
  readonly pageSize: number;
  /** Rows that are kept live on each side of the visible ones. */
  readonly margin: number;
}

interface Position {
  readonly sort: number;
  readonly id: string;
}

const isSameCursor = (a: Position | null, b: Position | null) =>
  a?.id === b?.id && a?.sort === b?.sort;

/**
 * Follows a list of any length with few live queries: one for the first page and one for each page
 * near the visible rows. When the end of a page moves, the next page is read again from there.
 */
export function createPageChain<Row extends { readonly id: string }, Cursor extends Position>({
  watchPage,
  pageSize,
  margin,
}: ChainOptions<Row, Cursor>): PageChain<Row> {
  const rows = signal<readonly Row[] | null>(null);
  const hasMore = signal(true);
  const links: Link<Row, Cursor>[] = [{ after: null, page: null, stop: null }];
  let visible = { start: 0, end: 1 };

  function watch(link: Link<Row, Cursor>): void {
    link.stop?.();
    link.stop = watchPage(link.after, (page) => receive(link, page));
  }

  function unwatch(link: Link<Row, Cursor>): void {
    link.stop?.();
    link.stop = null;
  }

  function receive(link: Link<Row, Cursor>, page: Page<Row, Cursor>): void {
    link.page = page;
    const at = links.indexOf(link);
    const nextLink = links[at + 1];
    if (page.next === null) {
      for (const gone of links.splice(at + 1)) unwatch(gone);
    } else if (nextLink && !isSameCursor(nextLink.after, page.next)) {
      nextLink.after = page.next;
      if (nextLink.stop) watch(nextLink);
    }
    publish();
    follow();
  }

  function publish(): void {
    const byId = new Map<string, Row>();
    // A row that moved across a page boundary is in both pages until the second one is read again.
    for (const { page } of links) for (const row of page?.rows ?? []) byId.set(row.id, row);
    rows.value = [...byId.values()];
    hasMore.value = links.at(-1)?.page?.next !== null;
  }

  /** Keeps the pages near the visible rows live, and reads on where these are past the end. */
  function follow(): void {
    let position = 0;
    for (const [at, link] of links.entries()) {
      const end = position + (link.page?.rows.length ?? pageSize);
      const isNear = position < visible.end + margin && end > visible.start - margin;
      const isLive = link.stop !== null;
      if ((isNear || at === 0 || link.page === null) && !isLive) watch(link);
      else if (!isNear && at !== 0 && link.page !== null && isLive) unwatch(link);
      position = end;
    }
    const last = links.at(-1);
    if (last?.page?.next && position < visible.end + margin) {
      const link: Link<Row, Cursor> = { after: last.page.next, page: null, stop: null };
      links.push(link);
      watch(link);
    }
  }

  follow();
  return {
    rows,
    hasMore,
    reveal(start, end) {
      visible = { start, end };
      follow();
    },
    dispose() {
      for (const link of links) unwatch(link);
    },
  };
}
