import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import { DAY_MS, type HighlightColor, type HighlightId, unixMs } from '../../domain';
import type {
  HighlightCursor,
  HighlightFilter,
  HighlightGroup,
  HighlightLists,
  HighlightRepository,
} from '../../library';
import type { ToastStore } from '../components/toasts';
import { LIBRARY_ERRORS } from '../messages';
import { plural, t } from '../strings';
import { highlightsAsMarkdown } from './highlight-copy';
import { createPageChain, type PageChain } from './page-chain';

/** The filter as it is entered. */
export interface EnteredFilter {
  readonly text: string;
  readonly color: HighlightColor | null;
  readonly label: string | null;
  /** `YYYY-MM-DD` in the browser's time zone; empty: none. */
  readonly firstDay: string;
  readonly lastDay: string;
}

export const NO_FILTER: EnteredFilter = {
  ...{ text: '', color: null, label: null, firstDay: '', lastDay: '' },
};

/** The highlights of the whole library, and the actions on them. */
export interface HighlightView {
  readonly filter: ReadonlySignal<EnteredFilter>;
  /** The groups that were read so far; null before the first. */
  readonly groups: ReadonlySignal<readonly HighlightGroup[] | null>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly chosen: ReadonlySignal<ReadonlySet<HighlightId>>;
  setFilter(changes: Partial<EnteredFilter>): void;
  /** Reports which groups are visible, by position and without `end`. Reads more if they are last. */
  reveal(start: number, end: number): void;
  /** Chooses highlights for copying, downloading and deleting, or leaves them out again. */
  choose(ids: readonly HighlightId[], isChosen: boolean): void;
  /** Returns the chosen highlights as Markdown, or all that meet the filter if none is chosen. */
  toMarkdown(): Promise<string>;
  remove(ids: readonly HighlightId[]): Promise<void>;
  dispose(): void;
}

interface HighlightViewDeps {
  readonly lists: HighlightLists;
  readonly highlights: Pick<HighlightRepository, 'delete' | 'restore'>;
  readonly toasts: Pick<ToastStore, 'showError' | 'offerUndo'>;
  /** Called after each change. */
  readonly onWritten: () => void;
}

/** The usual number of groups of a page. */
const PAGE_SIZE = 20;
/** A group is much taller than a row of a list. */
const MARGIN_GROUPS = 4;

export function createHighlightView(deps: HighlightViewDeps): HighlightView {
  const { lists, highlights, toasts, onWritten } = deps;
  const filter = signal(NO_FILTER);
  const groups = signal<readonly HighlightGroup[] | null>(null);
  const hasMore = signal(true);
  const chosen = signal<ReadonlySet<HighlightId>>(new Set());
  let chain: PageChain<HighlightGroup> | null = null;
  let stopChain = () => {};

  function follow(wanted: HighlightFilter): void {
    stopChain();
    const next = createPageChain<HighlightGroup, HighlightCursor>({
      watchPage: (after, listener) => lists.watchPage({ filter: wanted, after }, listener),
      pageSize: PAGE_SIZE,
      margin: MARGIN_GROUPS,
    });
    const stopRows = effect(() => {
      const read = next.rows.value;
      // The old ones stay until there is something to show, so that the page does not flicker.
      if (read === null || (read.length === 0 && next.hasMore.value)) return;
      batch(() => {
        groups.value = read;
        hasMore.value = next.hasMore.value;
      });
    });
    chain = next;
    stopChain = () => {
      stopRows();
      next.dispose();
    };
  }
  const stopFollowing = filter.subscribe((entered) => follow(filterOf(entered)));

  async function* groupsToWrite(): AsyncGenerator<HighlightGroup> {
    const ids = chosen.peek();
    if (ids.size > 0) {
      yield* (groups.peek() ?? []).flatMap((group) => {
        const some = group.highlights.filter(({ id }) => ids.has(id));
        return some.length === 0 ? [] : [{ ...group, highlights: some }];
      });
      return;
    }
    const wanted = filterOf(filter.peek());
    let after: HighlightCursor | null = null;
    do {
      const page = await lists.readPage({ filter: wanted, after });
      yield* page.rows;
      after = page.next;
    } while (after !== null);
  }

  return {
    filter,
    groups,
    hasMore,
    chosen,
    setFilter(changes) {
      batch(() => {
        filter.value = { ...filter.value, ...changes };
        chosen.value = new Set();
      });
    },
    reveal: (start, end) => chain?.reveal(start, end),
    choose(ids, isChosen) {
      const next = new Set(chosen.value);
      for (const id of ids) {
        if (isChosen) next.add(id);
        else next.delete(id);
      }
      chosen.value = next;
    },
    toMarkdown: () => highlightsAsMarkdown(groupsToWrite()),
    async remove(ids) {
      const deleted = await highlights.delete(ids);
      if (!deleted.ok) return toasts.showError(t(LIBRARY_ERRORS[deleted.error.kind]));
      const gone = new Set(ids);
      chosen.value = new Set([...chosen.value].filter((id) => !gone.has(id)));
      onWritten();
      const { length } = deleted.value;
      if (length === 0) return;
      toasts.offerUndo(plural('highlightsDeleted', length), async () => {
        const restored = await highlights.restore(deleted.value);
        if (restored.ok) onWritten();
        else toasts.showError(t(LIBRARY_ERRORS[restored.error.kind]));
      });
    },
    dispose() {
      stopFollowing();
      stopChain();
    },
  };
}

function filterOf({ text, color, label, firstDay, lastDay }: EnteredFilter): HighlightFilter {
  const [from, last] = [startOfDay(firstDay), startOfDay(lastDay)];
  return {
    ...(text.trim() === '' ? {} : { text }),
    ...(color === null ? {} : { color }),
    ...(label === null ? {} : { label }),
    ...(from === null ? {} : { from: unixMs(from) }),
    // Noon of the next day is the next day, also where the clocks are changed.
    ...(last === null ? {} : { until: unixMs(new Date(last + 1.5 * DAY_MS).setHours(0, 0, 0, 0)) }),
  };
}

/** Returns the start of a day, in Unix ms; null if it is none. */
function startOfDay(day: string): number | null {
  const at = Date.parse(`${day}T00:00`);
  return Number.isNaN(at) ? null : at;
}
