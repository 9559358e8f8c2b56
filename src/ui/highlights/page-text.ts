import {
  anchorHighlights,
  anchorInRoots,
  childNodesOf,
  documentOf,
  findTextRoots,
  type IsUnread,
  indexText,
  positionOf,
  type RootAnchoring,
  rangeOfSpan,
  runInSlices,
  type Steps,
  type TextIndex,
  type TextSpan,
} from '../../anchoring';
import { err, type Highlight, type HighlightId, type Quote, type Result } from '../../domain';
import { asPlace, takeFrom } from './article-text';
import { membersOf } from './document-members';
import { caretAt, followFrames } from './page-frames';
import {
  createRootStyles,
  emptyPainting,
  type Painter,
  painterOf,
  quietly,
  unpaint,
} from './page-painter';
import { editorOf, isEditor, selectedRanges, textNodesIn } from './page-selection';
import {
  type FoundHighlight,
  isInside,
  type PaintedText,
  REGISTERED_NAMES,
  registeredName,
  type TakenText,
  type TakeProblem,
} from './painted-text';
import type { PersonInPage } from './person-in-page';

/** The text of a live page with its open shadow roots and frames. It may change at any time. */
export interface PageText extends PaintedText {
  readonly person: PersonInPage;
  /** The roots of the last search, which have to be watched for changes. */
  readonly roots: readonly Node[];
  /**
   * True if each highlight is shown with its text. Otherwise the next call of `paint` looks for all
   * of them again.
   */
  checkPlaces(): Promise<boolean>;
  /** Shows which highlight the user points at; null: none. */
  point(id: HighlightId | null): void;
}

/** The place of a highlight in the page. */
interface PagePlace extends FoundHighlight {
  /** In the order of the text; several if other text was inserted into the highlight. */
  readonly ranges: readonly Range[];
  /** The text of each range when it was found. */
  readonly texts: readonly string[];
}

interface PageTextOptions {
  readonly page: Document;
  /** Resolves when the page has nothing else to do. */
  readonly idle: () => Promise<unknown>;
  readonly now: () => number;
  readonly person: PersonInPage;
  /** Called when highlights are shown in another window: that of the page or of a frame. */
  readonly onPainter: () => void;
}

/** Shows which highlight the user points at. */
const POINTED_NAME = 'leafmark-current';

/** The texts of a page are sorted by document order, and highlights by their place in each. */
const MAX_TEXT_LENGTH = 2 ** 32;

export function paintPage({ page, idle, now, person, onPainter }: PageTextOptions): PageText {
  const windows = new Set<Painter>();
  const members = membersOf(page);
  const frames = followFrames(page);
  const styles = createRootStyles();
  let roots: readonly Node[] = [page];
  let places: ReadonlyMap<HighlightId, PagePlace> = new Map();
  /** The highlights of the places that are shown in each text node. */
  let idsOfNodes: ReadonlyMap<Node, readonly HighlightId[]> = new Map();
  /** The highlights of the last search, whose result is `places`. */
  let searched: ReadonlyMap<HighlightId, Highlight> = new Map();
  /** Places that the user has selected, by their `keyOf`. */
  const taken = new Map<string, PagePlace>();
  let isStale = false;
  let running = new AbortController();
  /** Resolves when the last search has ended. */
  let searching: Promise<unknown> = Promise.resolve();
  // A page that can be edited as a whole is no editor in a page.
  const isUnread = (element: Element) =>
    isEditor(element) && element !== members.body && element !== members.documentElement;
  const run = <T>(steps: Steps<T>, signal?: AbortSignal) =>
    runInSlices(steps, { now, yieldToPage: idle, ...(signal && { signal }) });

  /** Returns the known place of a highlight; null: it is not there; undefined: look for it. */
  function knownPlace(highlight: Highlight): PagePlace | null | undefined {
    const { id, quote, position } = highlight;
    const selected = position && taken.get(keyOf({ quote, position }));
    if (selected && isIntact(selected)) return selected;
    const former = searched.get(id);
    if (isStale || former === undefined || !isSoughtAs(highlight, former)) return undefined;
    return places.get(id) ?? null;
  }

  /** Keeps the place of words that the user has chosen. */
  function keepTaken({ quote, position }: TakenText, ranges: readonly Range[]): void {
    const copies = ranges.map((range) => range.cloneRange());
    const place = { position, order: position.start, isSure: true };
    taken.set(keyOf({ quote, position }), { ...place, ...withText(copies) });
  }

  async function takeRanges(ranges: readonly Range[]): Promise<Result<TakenText, TakeProblem>> {
    const [first] = ranges;
    if (first === undefined) return err('empty');
    const root = rootOf(first.startContainer);
    if (ranges.some((range) => editorOf(range) !== null)) return err('not-read');
    if (isShadowRoot(root)) styles.add(root);
    const text = (await run(takeText(page, ranges, isUnread))) ?? err('not-read');
    if (text.ok) keepTaken(text.value, ranges);
    return text;
  }

  function* search(highlights: readonly Highlight[]): Steps<Map<HighlightId, PagePlace>> {
    roots = yield* findTextRoots(page);
    styles.clean();
    for (const root of roots) if (isShadowRoot(root)) styles.add(root);
    frames.add(roots.filter(isDocument));
    const indexes: TextIndex[] = [];
    for (const root of roots) indexes.push(yield* indexText(root, isUnread));
    const found = yield* anchorInRoots(indexes, highlights, { isHidden });
    const next = new Map<HighlightId, PagePlace>();
    for (const [at, highlight] of highlights.entries()) {
      const place = placeOf(found[at], indexes);
      if (place !== null) next.set(highlight.id, place);
      yield;
    }
    return next;
  }

  function* findChanged(): Steps<boolean> {
    for (const place of places.values()) {
      if (!isIntact(place)) return true;
      yield;
    }
    return false;
  }

  /** Finds the highlights whose places are not known. */
  function* place(highlights: readonly Highlight[]): Steps<Map<HighlightId, PagePlace>> {
    const known = new Map<Highlight, PagePlace | null>();
    for (const highlight of highlights) {
      const its = knownPlace(highlight);
      if (its !== undefined) known.set(highlight, its);
      yield;
    }
    const next: Map<HighlightId, PagePlace> =
      known.size < highlights.length ? yield* search(highlights) : new Map();
    for (const [{ id }, its] of known) if (its) next.set(id, its);
    return next;
  }

  /** Makes what is painted in each window. */
  function* paintings(
    highlights: readonly Highlight[],
    found: ReadonlyMap<HighlightId, PagePlace>,
  ): Steps<ReadonlyMap<Painter, ReadonlyMap<string, globalThis.Highlight>>> {
    const made = new Map<Painter, Map<string, globalThis.Highlight>>();
    for (const painter of windows) made.set(painter, emptyPainting(painter));
    for (const highlight of highlights) {
      const its = found.get(highlight.id);
      for (const range of its?.ranges ?? []) {
        const painter = painterOf(range);
        if (!painter) continue;
        const painting = made.get(painter) ?? emptyPainting(painter);
        made.set(painter, painting);
        const name = registeredName(highlight, its?.isSure === true);
        quietly(() => painting.get(name)?.add(range));
      }
      yield;
    }
    return made;
  }

  /** Shows the places, in one step with all that follows from them. */
  function* show(highlights: readonly Highlight[]): Steps<ReadonlyMap<HighlightId, PagePlace>> {
    const found = yield* place(highlights);
    const painted = yield* paintings(highlights, found);
    const ids = yield* nodesOf(found);
    const wanted = new Map<HighlightId, Highlight>();
    for (const highlight of highlights) wanted.set(highlight.id, highlight);
    for (const [painter, painting] of painted) {
      if (!windows.has(painter)) onPainter();
      windows.add(painter);
      quietly(() => {
        for (const [name, ranges] of painting) painter.CSS.highlights.set(name, ranges);
      });
    }
    [places, idsOfNodes, searched, isStale] = [found, ids, wanted, false];
    return places;
  }

  return {
    get roots() {
      return roots;
    },
    root: members.documentElement,
    person,
    async paint(highlights) {
      running.abort();
      running = new AbortController();
      const { signal } = running;
      const wanted = highlights.filter(({ isNoteOnly }) => !isNoteOnly);
      const shown = run(show(wanted), signal);
      searching = shown.catch(() => null);
      try {
        return await shown;
      } catch (error) {
        isStale = true;
        throw error;
      }
    },
    async checkPlaces() {
      // A search that has not ended may have read the text before it changed.
      for (let last = null; last !== searching; await last) last = searching;
      const hasLost = [...searched.keys()].some((id) => !places.get(id)?.isSure);
      if (hasLost || (await run(findChanged()))) isStale = true;
      return !isStale;
    },
    highlightAt(x, y) {
      const caret = places.size > 0 ? caretAt(page, { x, y }) : null;
      if (caret === null) return null;
      // Of several highlights at a point, the shortest is meant: the others can be clicked elsewhere.
      const ids = nodesAt(caret).flatMap((node) => idsOfNodes.get(node) ?? []);
      const hits = ids.flatMap((id) => {
        const { ranges = [], texts = [] } = places.get(id) ?? {};
        const range = ranges.find((each) => hasPoint(each, caret));
        return range === undefined ? [] : [{ id, range, length: texts.join('').length }];
      });
      const [hit] = hits.sort((one, other) => one.length - other.length);
      return hit && isInside(hit.range, x, y) ? hit.id : null;
    },
    rangeOf(id) {
      const ranges = places.get(id)?.ranges ?? [];
      const [first, last] = [ranges[0], ranges.at(-1)];
      if (first === undefined || last === undefined) return null;
      const whole = first.cloneRange();
      whole.setEnd(last.endContainer, last.endOffset);
      return whole;
    },
    point(id) {
      for (const painter of windows) unpaint(painter, [POINTED_NAME]);
      const ranges = (id !== null && places.get(id)?.ranges) || [];
      const painter = ranges[0] && painterOf(ranges[0]);
      if (!painter) return;
      quietly(() => painter.CSS.highlights.set(POINTED_NAME, new painter.Highlight(...ranges)));
    },
    eachFrame: frames.each,
    selected: () => selectedRanges(page),
    take: (range) => takeRanges([range]),
    async takePlace(id) {
      const [place, highlight] = [places.get(id), searched.get(id)];
      if (!place || !highlight) return null;
      const { ranges } = place;
      const whole = await takeRanges(ranges);
      // A highlight in several parts keeps its quote.
      if (whole.ok && ranges.length > 1)
        keepTaken({ ...whole.value, quote: highlight.quote }, ranges);
      return asPlace(whole, ranges);
    },
    dispose() {
      running.abort();
      frames.stop();
      styles.dispose();
      for (const painter of windows) unpaint(painter, [...REGISTERED_NAMES, POINTED_NAME]);
    },
  };
}

/** The quote alone is that of any copy of the text. */
const keyOf = ({ quote, position }: TakenText): string =>
  JSON.stringify([quote.exact, quote.prefix, quote.suffix, position.start, position.textHash]);

/** True if a search for one of them finds the other. */
function isSoughtAs(one: Highlight, other: Highlight): boolean {
  if (one === other) return true;
  const key = ({ refused, position }: Highlight) => JSON.stringify([refused, position]);
  return isSameQuote(one.quote, other.quote) && key(one) === key(other);
}

const isSameQuote = (one: Quote, other: Quote): boolean =>
  one.exact === other.exact && one.prefix === other.prefix && one.suffix === other.suffix;

/** Returns the highlights of each text node, so that a point is compared with few of them. */
function* nodesOf(
  places: ReadonlyMap<HighlightId, PagePlace>,
): Steps<ReadonlyMap<Node, readonly HighlightId[]>> {
  const ids = new Map<Node, HighlightId[]>();
  for (const [id, { ranges }] of places) {
    for (const node of ranges.flatMap((range) => [...textNodesIn(range)])) {
      const known = ids.get(node);
      if (known === undefined) ids.set(node, [id]);
      else known.push(id);
    }
    yield;
  }
  return ids;
}

/** Returns the nodes at a caret, which is beside a node if that has no text. */
const nodesAt = ({ offsetNode, offset }: CaretPosition): readonly Node[] =>
  [offsetNode, childNodesOf(offsetNode)[offset - 1], childNodesOf(offsetNode)[offset]].filter(
    (node) => node !== undefined,
  );

function* takeText(
  page: Document,
  ranges: readonly Range[],
  isUnread: IsUnread,
): Steps<Result<TakenText, TakeProblem>> {
  const own = rootOf(ranges[0]?.startContainer ?? page);
  const index = yield* indexText(own, isUnread);
  const others: TextIndex[] = [];
  for (const root of yield* findTextRoots(page)) {
    if (root !== own) others.push(yield* indexText(root, isUnread));
  }
  // The index keeps the folded text that this makes in steps.
  yield* anchorHighlights(index, []);
  return yield* takeFrom(index, ranges, others);
}

const isHidden = ({ parentElement }: Text): boolean =>
  parentElement !== null && !Element.prototype.checkVisibility.call(parentElement);

// A field of a form hides the method of the form that has its name.
const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node);

function placeOf(
  found: RootAnchoring | undefined,
  indexes: readonly TextIndex[],
): PagePlace | null {
  if (found === undefined || found.kind === 'detached') return null;
  const { index, span, kind } = found;
  const ranges = found.parts.flatMap((part) => toRange(index, part) ?? []);
  if (ranges.length === 0) return null;
  const position = { ...positionOf(index, span), ...found.rivals };
  const order = indexes.indexOf(index) * MAX_TEXT_LENGTH + position.start;
  return { position, order, isSure: kind === 'sure', ...withText(ranges) };
}

function toRange(index: TextIndex, span: TextSpan): Range | null {
  const ends = rangeOfSpan(index, span);
  const page = ends && documentOf(ends.startContainer);
  const range = page && membersOf(page).createRange();
  if (ends === null || range === null) return null;
  try {
    range.setStart(ends.startContainer, ends.startOffset);
    range.setEnd(ends.endContainer, ends.endOffset);
    return range;
  } catch {
    return null; // The page has shortened the text since it was read, and is searched again.
  }
}

const withText = (ranges: readonly Range[]): Pick<PagePlace, 'ranges' | 'texts'> => ({
  ranges,
  texts: ranges.map((range) => range.toString()),
});

function isIntact({ ranges, texts }: PagePlace): boolean {
  try {
    return ranges.every(
      (range, at) =>
        range.startContainer.isConnected &&
        painterOf(range) !== null &&
        range.toString() === texts[at],
    );
  } catch {
    return false; // In Firefox the nodes of a frame that was removed cannot be read.
  }
}

// Nodes of frames are not of this window's classes.
const isDocument = (root: Node): root is Document => documentOf(root) === null;
const isShadowRoot = (root: Node): root is ShadowRoot =>
  root.nodeType === Node.DOCUMENT_FRAGMENT_NODE && 'host' in root;

function hasPoint(range: Range, { offsetNode, offset }: CaretPosition): boolean {
  const isSameTree = rootOf(offsetNode) === rootOf(range.startContainer);
  return isSameTree && range.isPointInRange(offsetNode, offset);
}
