import { childNodesOf, runInSlices, type Steps } from '../../../anchoring';
import { membersOf } from '../../../dom/native';
import type { Highlight, HighlightId } from '../../../domain/highlight';
import { err, type Result } from '../../../domain/result';
import { asPlace } from '../store/article-text';
import {
  EDITED_NAME,
  highlightOf,
  type PaintedText,
  type TakenText,
  type TakeProblem,
} from '../store/painted-text';
import type { PersonInPage } from '../store/person-in-page';
import { editorOf, selectedRanges } from '../store/selection';
import { caretAt, followFrames } from './page-frames';
import { createPagePainter, POINTED_NAME } from './page-painter';
import {
  createPageSearch,
  createTakenPlaces,
  isIntact,
  isSearchedAs,
  nodesOf,
  type PagePlace,
  rootOf,
} from './page-places';

interface PageTextOptions {
  readonly page: Document;
  /** Resolves when the page has nothing else to do. */
  readonly idle: () => Promise<unknown>;
  readonly now: () => number;
  readonly person: PersonInPage;
  /** Called when highlights are shown in another window: that of the page or of a frame. */
  readonly onPainter: () => void;
}

/** The result of a search, which is replaced as a whole. */
interface Shown {
  readonly places: ReadonlyMap<HighlightId, PagePlace>;
  /** The highlights of the places in each text node. */
  readonly idsOfNodes: ReadonlyMap<Node, readonly HighlightId[]>;
  /** The highlights that were searched for. */
  readonly searched: ReadonlyMap<HighlightId, Highlight>;
}

export type PageText = ReturnType<typeof paintPage>;

/** The text of a live page with its open shadow roots and frames. It may change at any time. */
export function paintPage(options: PageTextOptions) {
  const { page, person } = options;
  const frames = followFrames(page);
  const pageSearch = createPageSearch(page, frames);
  const painter = createPagePainter(options.onPainter);
  const taken = createTakenPlaces();
  const run = <T>(steps: Steps<T>, signal?: AbortSignal) =>
    runInSlices(steps, { now: options.now, yieldToPage: options.idle, signal });
  const painting = createPainting({ pageSearch, painter, taken, run });
  const { shown } = painting;

  async function takeRanges(ranges: readonly Range[]): Promise<Result<TakenText, TakeProblem>> {
    if (ranges.length === 0) return err('empty');
    if (ranges.some((range) => editorOf(range) !== null)) return err('not-read');
    const text = (await run(pageSearch.take(ranges))) ?? err('not-read');
    if (text.ok) taken.keep(text.value, ranges);
    return text;
  }

  const painted = {
    root: membersOf(page).documentElement,
    paint: painting.paint,
    highlightAt(x, y) {
      const caret = shown().places.size > 0 ? caretAt(page, { x, y }) : null;
      return caret && highlightOf(hitsAt(caret, shown()), x, y);
    },
    rangeOf: (id) => wholeRange(shown().places.get(id)?.ranges ?? []),
    eachFrame: frames.each,
    selected: () => selectedRanges(page),
    take: (range) => takeRanges([range]),
    async takePlace(id) {
      const { places, searched } = shown();
      const [place, highlight] = [places.get(id), searched.get(id)];
      if (!place || !highlight) return null;
      const { ranges } = place;
      const whole = await takeRanges(ranges);
      // A highlight in several parts keeps its quote.
      if (whole.ok && ranges.length > 1) {
        taken.keep({ ...whole.value, quote: highlight.quote }, ranges);
      }
      return asPlace(whole, ranges);
    },
    dispose() {
      painting.stop();
      frames.stop();
      pageSearch.dispose();
      painter.dispose();
    },
  } satisfies Omit<PaintedText, 'person'>;

  const mark = (name: Parameters<typeof painter.mark>[0], id: HighlightId | null) =>
    painter.mark(name, (id !== null && shown().places.get(id)?.ranges) || []);

  return {
    ...painted,
    person,
    roots: pageSearch.roots,
    checkPlaces: painting.checkPlaces,
    /** Shows which highlight the user points at; null: none. */
    point: (id: HighlightId | null) => mark(POINTED_NAME, id),
    /** Shows which highlight has an open editor; null: none. */
    markEdited: (id: HighlightId | null) => mark(EDITED_NAME, id),
  };
}

interface PaintingOptions {
  readonly pageSearch: ReturnType<typeof createPageSearch>;
  readonly painter: ReturnType<typeof createPagePainter>;
  readonly taken: ReturnType<typeof createTakenPlaces>;
  readonly run: <T>(steps: Steps<T>, signal?: AbortSignal) => Promise<T | null>;
}

/** Searches for highlights and paints them. A new search stops the one before. */
function createPainting({ pageSearch, painter, taken, run }: PaintingOptions) {
  let shown: Shown = { places: new Map(), idsOfNodes: new Map(), searched: new Map() };
  /** True if the next search looks for all highlights again. */
  let isStale = false;
  let running = new AbortController();
  /** Resolves when the last search has ended. */
  let searching: Promise<unknown> = Promise.resolve();

  /** Finds the highlights whose places are not known. */
  function* find(highlights: readonly Highlight[]): Steps<Map<HighlightId, PagePlace>> {
    const known = new Map<Highlight, PagePlace | null>();
    for (const highlight of highlights) {
      const place = taken.of(highlight) ?? (isStale ? undefined : placeBefore(highlight, shown));
      if (place !== undefined) known.set(highlight, place);
      yield;
    }
    const next: Map<HighlightId, PagePlace> =
      known.size < highlights.length ? yield* pageSearch.search(highlights) : new Map();
    for (const [{ id }, place] of known) if (place) next.set(id, place);
    return next;
  }

  /** Shows the places, in one step with all that follows from them. */
  function* show(highlights: readonly Highlight[]): Steps<Shown['places']> {
    const places = yield* find(highlights);
    const paintings = yield* painter.paintings(highlights, places);
    const idsOfNodes = yield* nodesOf(places);
    const searched = new Map(highlights.map((highlight) => [highlight.id, highlight]));
    painter.show(paintings);
    shown = { places, idsOfNodes, searched };
    isStale = false;
    return places;
  }

  return {
    shown: () => shown,
    async paint(highlights: readonly Highlight[]) {
      running.abort();
      running = new AbortController();
      const wanted = highlights.filter(({ isNoteOnly }) => !isNoteOnly);
      const painting = run(show(wanted), running.signal);
      searching = painting.catch(() => null);
      try {
        return await painting;
      } catch (error) {
        isStale = true;
        throw error;
      }
    },
    /**
     * Returns true if each highlight is shown with its text. Otherwise the next call of `paint` looks
     * for all of them again.
     */
    async checkPlaces(): Promise<boolean> {
      // A search that has not ended may have read the text before it changed.
      for (let last = null; last !== searching; await last) last = searching;
      const { places, searched } = shown;
      const hasLost = [...searched.keys()].some((id) => !places.get(id)?.isSure);
      if (hasLost || (await run(findChanged(places)))) isStale = true;
      return !isStale;
    },
    stop: () => running.abort(),
  };
}

/** Returns the place that the last search has found; null: it has none; undefined: look for it. */
function placeBefore(
  highlight: Highlight,
  { places, searched }: Shown,
): PagePlace | null | undefined {
  const former = searched.get(highlight.id);
  if (former === undefined || !isSearchedAs(highlight, former)) return undefined;
  return places.get(highlight.id) ?? null;
}

/** Returns true if the text of a place has changed. */
function* findChanged(places: Shown['places']): Steps<boolean> {
  for (const place of places.values()) {
    if (!isIntact(place)) return true;
    yield;
  }
  return false;
}

/** Returns the highlights at a caret. */
const hitsAt = (caret: CaretPosition, { places, idsOfNodes }: Shown) =>
  nodesAt(caret)
    .flatMap((node) => idsOfNodes.get(node) ?? [])
    .flatMap((id) => {
      const { ranges = [], texts = [] } = places.get(id) ?? {};
      const range = ranges.find((each) => hasPoint(each, caret));
      return range === undefined ? [] : [{ id, range, length: texts.join('').length }];
    });

/** Returns the range from the start of the first part to the end of the last. */
function wholeRange(parts: readonly Range[]): Range | null {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return null;
  const whole = first.cloneRange();
  whole.setEnd(last.endContainer, last.endOffset);
  return whole;
}

/** Returns the nodes at a caret, which is beside a node if that has no text. */
const nodesAt = ({ offsetNode, offset }: CaretPosition): readonly Node[] =>
  [offsetNode, childNodesOf(offsetNode)[offset - 1], childNodesOf(offsetNode)[offset]].filter(
    (node) => node !== undefined,
  );

function hasPoint(range: Range, { offsetNode, offset }: CaretPosition): boolean {
  const isSameTree = rootOf(offsetNode) === rootOf(range.startContainer);
  return isSameTree && range.isPointInRange(offsetNode, offset);
}
