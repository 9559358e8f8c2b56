import { lastAtMost, pageStartsOf, type TextIndex, type TextSpan } from '../../anchoring';

/** A part of a text that is on one page. */
export interface PagePart {
  readonly page: number;
  readonly span: TextSpan;
}

export type PagesOfText = ReturnType<typeof pagesOfText>;

/** Finds the pages in the text of a document, which has a mark where each of them begins. */
export function pagesOfText(index: TextIndex) {
  const { text } = index;
  const { pages, starts } = pageStartsOf(index) ?? { pages: [1], starts: [0] };
  const endOf = (at: number) => starts[at + 1] ?? text.length;
  return {
    /** Returns the text of a page; null: it has none. A note may stand in that of the page after it. */
    textOf(page: number): TextSpan | null {
      const at = pages.indexOf(page);
      const start = starts[at];
      return start === undefined ? null : { start, end: endOf(at) };
    },
    /** Divides a part of the text by the pages on which it is. */
    partsOf({ start, end }: TextSpan): readonly PagePart[] {
      const parts: PagePart[] = [];
      for (let at = lastAtMost(starts, start, starts.length - 1); at < starts.length; at += 1) {
        const span = { start: Math.max(start, starts[at] ?? 0), end: Math.min(end, endOf(at)) };
        if (span.start >= end) break;
        const page = pages[at];
        if (page !== undefined && span.end > span.start) parts.push({ page, span });
      }
      return parts;
    },
  };
}
