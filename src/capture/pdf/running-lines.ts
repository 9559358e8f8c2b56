import { sumOf } from '../sum';
import type { PdfLine, PdfPage } from './pdf-text';

export interface PageLines {
  readonly page: Pick<PdfPage, 'height'>;
  readonly lines: readonly PdfLine[];
}

/** The parts of a page, at its top and at its end, in which headers and footers are looked for. */
const MARGIN = 0.2;
/** A line that so many pages have at the same place is one of all pages, also if left and right pages differ. */
const RUNNING_SHARE = 0.3;
const MIN_RUNNING_PAGES = 2;
/** At each edge. A form has the same lines on all of its pages. */
const MAX_RUNNING_LINES = 3;
/** In parts of the height of a page. */
const SAME_PLACE = 0.01;

/** A line that has only the number of its page, or a name such as *Page 3 of 9*. */
const PAGE_NUMBER =
  /^\P{L}{0,3}(?:\p{L}{1,12}\.?\s)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s?\p{P}?\s?(?:\p{L}{1,6}\s)?\d{1,4})?\P{L}{0,3}$/u;

/**
 * Leaves out headers, footers and numbers of pages: lines near the edges of a page that other pages have at
 * that place, too, but for their numbers.
 */
export function withoutRunningLines(pages: readonly PageLines[]): readonly PageLines[] {
  const counts = new Map<string, number>();
  for (const page of pages) {
    const keys = page.lines.flatMap((line) => runningKeys(line, page).slice(0, 1));
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const needed = Math.max(MIN_RUNNING_PAGES, Math.ceil(pages.length * RUNNING_SHARE));
  const isRunning = (line: PdfLine, page: PageLines) =>
    sumOf(runningKeys(line, page), (key) => counts.get(key) ?? 0) >= needed;
  return pages.map((page) => {
    const left = new Set(page.lines);
    const fromTop = page.lines.toSorted((one, other) => one.y - other.y);
    // Only from the edges on: the text may have such a line, too.
    for (const ordered of [fromTop, fromTop.toReversed()])
      for (const line of ordered.slice(0, MAX_RUNNING_LINES)) {
        if (!isRunning(line, page) || left.size === 1) break;
        left.delete(line);
      }
    return { page: page.page, lines: page.lines.filter((line) => left.has(line)) };
  });
}

/** Returns what other pages have if they have the line, too: first at its place, then right beside it. */
function runningKeys({ text, y }: PdfLine, { page }: PageLines): readonly string[] {
  const place = y / page.height;
  if (place > MARGIN && place < 1 - MARGIN) return [];
  const words = PAGE_NUMBER.test(text) ? '#' : text.replace(/\d+/g, '#');
  const step = Math.round(place / SAME_PLACE);
  return [step, step - 1, step + 1].map((at) => `${at} ${words}`);
}
