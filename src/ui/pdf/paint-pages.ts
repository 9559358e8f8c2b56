import {
  createTextIndex,
  findLetters,
  indexText,
  type Letters,
  lettersOf,
  spanOfRange,
  type TextIndex,
  type TextSpan,
} from '../../anchoring';
import type { HighlightId, Highlight as StoredHighlight } from '../../domain/highlight';
import { err } from '../../domain/result';
import {
  asPlace,
  findHighlights,
  inSlices,
  takeFrom,
  toRange,
} from '../highlights/store/article-text';
import {
  highlightOf,
  type PaintedText,
  REGISTERED_NAMES,
  registeredName,
} from '../highlights/store/painted-text';
import { rangesOf } from '../highlights/store/selection';
import { type PagesOfText, pagesOfText } from './pages-of-text';

/** The text of a page that is drawn, and its letters. */
interface PageLayer {
  readonly index: TextIndex;
  readonly letters: Letters;
}

interface PaintedPagesOptions {
  /** The element that scrolls, with the pages. Those near the screen have their text. */
  readonly container: HTMLElement;
  /** The text of the document, which is not shown. Highlights have their quotes and positions in it. */
  readonly text: HTMLElement;
  /** Calls `listener` after the text of a page was drawn, until `signal` aborts. */
  readonly onDrawn: (listener: () => void, signal: AbortSignal) => void;
  /** Scrolls to a page, and resolves when its text is drawn. */
  readonly showPage: (page: number) => Promise<void>;
}

type Found = NonNullable<Awaited<ReturnType<typeof findHighlights>>>;

/**
 * Paints the highlights of a document on its pages. A highlight is found in the text of the document, and from there on
 * the pages by its letters, so that it is at the same words in both.
 */
export function paintPages({
  container,
  text,
  onDrawn,
  showPage,
}: PaintedPagesOptions): PaintedText {
  const disposed = new AbortController();
  const { signal } = disposed;
  const layers = new Map<number, PageLayer>();
  let reading: Promise<{ index: TextIndex; pages: PagesOfText } | null> | null = null;
  const read = () => {
    reading ??= inSlices(indexText(text), signal).then(
      (index) => index && { index, pages: pagesOfText(index) },
    );
    return reading;
  };
  let found: Found = new Map();
  let shown: readonly StoredHighlight[] = [];
  const ranges = new Map<HighlightId, readonly Range[]>();
  let running = new AbortController();

  /** Returns the text of a page; null while it is not drawn. */
  function layerOf(page: number): PageLayer | null {
    const known = layers.get(page);
    if (known?.index.root.isConnected) return known;
    const layer = container.querySelector(`.page[data-page-number="${page}"] .textLayer`);
    if (!layer?.textContent) return null;
    const index = createTextIndex(layer);
    const drawn = { index, letters: lettersOf(index.text, { start: 0, end: index.text.length }) };
    layers.set(page, drawn);
    return drawn;
  }

  /** Returns the places of a part of the text on the pages that are drawn. */
  function rangesOnPages(index: TextIndex, pages: PagesOfText, span: TextSpan): readonly Range[] {
    return pages.partsOf(span).flatMap(({ page, span: part }) => {
      const share = shareOf(part.start, pages.textOf(page));
      // A note at the end of a page may stand in the text of the next one.
      for (const [number, about] of [
        [page, share],
        [page - 1, 1],
      ] as const) {
        const layer = layerOf(number);
        const place = layer && findLetters(layer.letters, lettersOf(index.text, part), about);
        const range = layer && place && toRange(layer.index, place);
        if (range) return [range];
      }
      return [];
    });
  }

  async function draw(): Promise<void> {
    const known = await read();
    if (known === null || signal.aborted) return;
    const painted = new Map<string, Range[]>(REGISTERED_NAMES.map((name) => [name, []]));
    ranges.clear();
    for (const highlight of shown) {
      const place = found.get(highlight.id);
      const own = (place?.parts ?? []).flatMap((part) =>
        rangesOnPages(known.index, known.pages, part),
      );
      ranges.set(highlight.id, own);
      painted.get(registeredName(highlight, place?.isSure === true))?.push(...own);
    }
    for (const [name, these] of painted) CSS.highlights.set(name, new Highlight(...these));
  }

  /** Returns the part of the text that is selected on pages; null: it is not there. */
  async function spanInText(range: Range) {
    const known = await read();
    if (known === null) return null;
    const parts = pagesIn(range).flatMap((page) =>
      partOfPage(known.index, known.pages, range, page),
    );
    const [first, last] = [parts[0], parts.at(-1)];
    return first && last && last.end > first.start
      ? { index: known.index, span: { start: first.start, end: last.end } }
      : null;
  }

  const pagesIn = (range: Range): readonly number[] =>
    [...container.querySelectorAll<HTMLElement>('.page[data-page-number]')].flatMap((page) =>
      range.intersectsNode(page) ? [Number(page.dataset.pageNumber)] : [],
    );

  function partOfPage(
    index: TextIndex,
    pages: PagesOfText,
    range: Range,
    page: number,
  ): readonly TextSpan[] {
    const layer = layerOf(page);
    if (layer === null) return [];
    const all = { start: 0, end: layer.index.text.length };
    const { startContainer, startOffset, endContainer, endOffset } = range;
    const at = (container: Node, offset: number) =>
      spanOfRange(layer.index, {
        startContainer: container,
        startOffset: offset,
        endContainer: container,
        endOffset: offset,
      })?.start;
    const selected = {
      start: at(startContainer, startOffset) ?? all.start,
      end: at(endContainer, endOffset) ?? all.end,
    };
    const wanted = lettersOf(layer.index.text, selected);
    const share = shareOf(selected.start, all);
    for (const [number, about] of [
      [page, share],
      [page + 1, 0],
    ] as const) {
      const span = pages.textOf(number);
      const place = span && findLetters(lettersOf(index.text, span), wanted, about);
      if (place) return [place];
    }
    return [];
  }

  onDrawn(() => void draw(), signal);
  return {
    root: container,
    person: null,
    async paint(highlights) {
      running.abort();
      running = new AbortController();
      const stopped = AbortSignal.any([running.signal, signal]);
      const wanted = highlights.filter(({ isNoteOnly }) => !isNoteOnly);
      const known = wanted.length === 0 ? null : await read();
      const next = known ? await findHighlights(known.index, wanted, stopped) : new Map();
      if (next === null || stopped.aborted) return null;
      [found, shown] = [next, wanted];
      await draw();
      return found;
    },
    highlightAt(x, y) {
      const hits = [...ranges].flatMap(([id, own]) =>
        own.map((range) => ({ id, range, length: range.toString().length })),
      );
      const here = hits.filter((hit) => highlightOf([hit], x, y) !== null);
      return highlightOf(here, x, y);
    },
    rangeOf: (id) => ranges.get(id)?.[0] ?? null,
    async show(id) {
      const [part] = found.get(id)?.parts ?? [];
      const known = await read();
      const page = known && part && known.pages.partsOf(part)[0]?.page;
      if (!page || ranges.get(id)?.length) return;
      await showPage(page);
      await draw();
    },
    eachFrame() {},
    selected: (selection) =>
      rangesOf(selection).filter(
        (range) =>
          !range.collapsed &&
          container.contains(range.commonAncestorContainer) &&
          range.toString().trim() !== '',
      ),
    async take(range) {
      const place = await spanInText(range);
      const own = place && toRange(place.index, place.span);
      const taken = own && (await inSlices(takeFrom(place.index, [own]), signal));
      return taken ?? err('not-read');
    },
    async takePlace(id) {
      const known = await read();
      const parts = found.get(id)?.parts;
      if (known === null || parts === undefined) return null;
      const own = parts.flatMap((part) => toRange(known.index, part) ?? []);
      const taken = await inSlices(takeFrom(known.index, own), signal);
      return taken && asPlace(taken, parts);
    },
    dispose() {
      disposed.abort();
      for (const name of REGISTERED_NAMES) CSS.highlights.delete(name);
    },
  };
}

/** Returns the part of a span that is before an offset. */
const shareOf = (offset: number, span: TextSpan | null): number =>
  span === null || span.end === span.start ? 0 : (offset - span.start) / (span.end - span.start);
