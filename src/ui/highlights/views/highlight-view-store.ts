import { batch, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { HighlightColor, HighlightId } from '../../../domain/highlight';
import { DAY_MS, unixMs } from '../../../domain/time';
import type {
  HighlightCursor,
  HighlightFilter,
  HighlightGroup,
  HighlightLists,
} from '../../../library';
import { highlightsAsMarkdown } from './highlight-copy';
import { createPageChain, type PageChain } from './page-chain';
import { type RemoveOptions, removeHighlights } from './remove-highlights';

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
  text: '',
  color: null,
  label: null,
  firstDay: '',
  lastDay: '',
};

/** The usual number of groups of a page. */
const HIGHLIGHT_GROUPS_PER_PAGE = 20;
/** A group is much taller than a row of a list. */
const MARGIN_GROUPS = 4;

export type HighlightView = ReturnType<typeof createHighlightView>;

/** The highlights of the whole library, and the actions on them. */
export function createHighlightView(deps: RemoveOptions & { readonly lists: HighlightLists }) {
  const { lists } = deps;
  const filter = signal(NO_FILTER);
  const listed = followGroups(lists, filter);
  const chosen = signal<ReadonlySet<HighlightId>>(new Set());
  const isChoosing = signal(false);

  async function* groupsToWrite(): AsyncGenerator<HighlightGroup> {
    const ids = chosen.peek();
    if (ids.size > 0) {
      yield* (listed.groups.peek() ?? []).flatMap((group) => {
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

  /** Chooses highlights for copying, downloading and deleting, or leaves them out again. */
  function choose(ids: readonly HighlightId[], isChosen: boolean): void {
    const next = new Set(chosen.value);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    batch(() => {
      chosen.value = next;
      if (isChosen) isChoosing.value = true;
    });
  }

  return {
    filter,
    /** The groups that were read so far; null before the first. */
    groups: listed.groups,
    chosen,
    /** True while highlights can be chosen. */
    isChoosing,
    /** Begins to choose, or stops and chooses none. */
    toggleChoosing() {
      batch(() => {
        isChoosing.value = !isChoosing.value;
        chosen.value = new Set();
      });
    },
    setFilter(changes: Partial<EnteredFilter>) {
      batch(() => {
        filter.value = { ...filter.value, ...changes };
        chosen.value = new Set();
      });
    },
    /** Reports which groups are visible, by position and without `end`. Reads more if they are last. */
    reveal: listed.reveal,
    choose,
    /** Returns the chosen highlights as Markdown, or all that meet the filter if none is chosen. */
    toMarkdown: () => highlightsAsMarkdown(groupsToWrite()),
    async remove(ids: readonly HighlightId[]) {
      if (await removeHighlights(deps, ids)) choose(ids, false);
    },
    dispose: listed.stop,
  };
}

/** Reads the groups that meet the filter, live. */
function followGroups(lists: HighlightLists, filter: ReadonlySignal<EnteredFilter>) {
  const groups = signal<readonly HighlightGroup[] | null>(null);
  let chain: PageChain<HighlightGroup> | null = null;
  let stopChain = () => {};

  function follow(wanted: HighlightFilter): void {
    stopChain();
    const next = createPageChain<HighlightGroup, HighlightCursor>({
      watchPage: (after, listener) => lists.watchPage({ filter: wanted, after }, listener),
      pageSize: HIGHLIGHT_GROUPS_PER_PAGE,
      margin: MARGIN_GROUPS,
    });
    const stopRows = effect(() => {
      const read = next.rows.value;
      // The old ones stay until there is something to show, so that the page does not flicker.
      if (read !== null && (read.length > 0 || !next.hasMore.value)) groups.value = read;
    });
    chain = next;
    stopChain = () => {
      stopRows();
      next.dispose();
    };
  }
  const stopFollowing = filter.subscribe((entered) => follow(filterOf(entered)));

  return {
    groups,
    reveal: (start: number, end: number) => chain?.reveal(start, end),
    stop() {
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
