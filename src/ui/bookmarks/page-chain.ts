import { type ReadonlySignal, signal } from '@preact/signals';
import type { View } from '../../domain';
import type {
  BookmarkPage,
  BookmarkRepository,
  PageCursor,
} from '../../library/bookmarks/bookmark-repository';
import type { Dispose } from '../../library/repository';
import type { ListRow } from './snapshot';

/** Rows that are kept live on each side of the visible ones. */
const MARGIN_ROWS = 25;

interface Link {
  after: PageCursor | null;
  page: BookmarkPage | null;
  stop: Dispose | null;
}

/** A list as a chain of pages by cursor. Only the pages near the visible rows are live. */
export interface PageChain {
  /** All rows read so far in order, without duplicates. null until the first page has been read. */
  readonly rows: ReadonlySignal<readonly ListRow[] | null>;
  /** False when the last row of the list has been read. */
  readonly hasMore: ReadonlySignal<boolean>;
  /**
   * Reports which rows are visible, by position and without `end`. Reads more pages until they
   * exist.
   */
  reveal(start: number, end: number): void;
  dispose(): void;
}

interface ChainOptions {
  readonly view: View;
  readonly label: string | null;
  /** At most 200. */
  readonly pageSize: number;
}

const isSameCursor = (a: PageCursor | null, b: PageCursor | null) =>
  a?.id === b?.id && a?.sort === b?.sort;

/**
 * Follows a list of any length with few live queries: one for the first page and one for each page
 * near the visible rows. When the end of a page moves, the next page is read again from there.
 */
export function createPageChain(
  bookmarks: Pick<BookmarkRepository, 'watchPage'>,
  { view, label, pageSize }: ChainOptions,
): PageChain {
  const rows = signal<readonly ListRow[] | null>(null);
  const hasMore = signal(true);
  const links: Link[] = [{ after: null, page: null, stop: null }];
  let visible = { start: 0, end: 1 };

  function watch(link: Link): void {
    link.stop?.();
    link.stop = bookmarks.watchPage(
      { view, limit: pageSize, after: link.after, ...(label === null ? {} : { label }) },
      (page) => receive(link, page),
    );
  }

  function unwatch(link: Link): void {
    link.stop?.();
    link.stop = null;
  }

  function receive(link: Link, page: BookmarkPage): void {
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
    const byId = new Map<string, ListRow>();
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
      const isNear = position < visible.end + MARGIN_ROWS && end > visible.start - MARGIN_ROWS;
      const isLive = link.stop !== null;
      if ((isNear || at === 0 || link.page === null) && !isLive) watch(link);
      else if (!isNear && at !== 0 && link.page !== null && isLive) unwatch(link);
      position = end;
    }
    const last = links.at(-1);
    if (last?.page?.next && position < visible.end + MARGIN_ROWS) {
      const link: Link = { after: last.page.next, page: null, stop: null };
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
