import { lastAtMost, type TextIndex, type TextSpan } from '../../anchoring';

/** The ids of the places where pages begin, as the sanitiser leaves them. */
const PAGE_ID = /^user-content-page-(\d{1,5})$/;

/** A part of a text that is on one page. */
export interface PagePart {
  readonly page: number;
  readonly span: TextSpan;
}

export type PagesOfText = ReturnType<typeof pagesOfText>;

/** Finds the pages in the text of a document, which has a mark where each of them begins. */
export function pagesOfText({ root, text, spanOf }: TextIndex) {
  const marks = [{ page: 1, start: 0 }];
  // The root of a text is an element.
  for (const { element, page } of pageMarksIn(root as Element)) {
    const start = spanOf(element)?.start;
    const last = marks.at(-1);
    if (start !== undefined && last && page > last.page) marks.push({ page, start });
  }
  const starts = marks.map(({ start }) => start);
  const endOf = (at: number) => starts[at + 1] ?? text.length;
  return {
    /** Returns the text of a page; null: it has none. A note may stand in that of the page after it. */
    textOf(page: number): TextSpan | null {
      const at = marks.findIndex((mark) => mark.page === page);
      const start = starts[at];
      return start === undefined ? null : { start, end: endOf(at) };
    },
    /** Divides a part of the text by the pages on which it is. */
    partsOf({ start, end }: TextSpan): readonly PagePart[] {
      const parts: PagePart[] = [];
      for (let at = lastAtMost(starts, start, starts.length - 1); at < marks.length; at += 1) {
        const span = { start: Math.max(start, starts[at] ?? 0), end: Math.min(end, endOf(at)) };
        if (span.start >= end) break;
        const page = marks[at]?.page;
        if (page !== undefined && span.end > span.start) parts.push({ page, span });
      }
      return parts;
    },
  };
}

/** Returns the elements with which pages begin, in their order. */
export const pageMarksIn = (
  root: Element,
): readonly { readonly element: Element; readonly page: number }[] =>
  [...root.querySelectorAll('[id^="user-content-page-"]')].flatMap((element) => {
    const page = PAGE_ID.exec(element.id)?.[1];
    return page === undefined ? [] : [{ element, page: Number(page) }];
  });
