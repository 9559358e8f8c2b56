import { pageMarksIn } from '../../anchoring';
import type { PdfPlace } from '../pdf/pdf-document';
import { anchorOf, blocksOf, findAnchor } from './blocks';
import { type ReadingPlace, readingPlace } from './reading-place';

/**
 * Converts places on pages to places in the text of a document, so that both views open where a person was. `root` has
 * the text. Within a page, a place is found by the number of its blocks.
 */
export function pdfPlaces(root: Element) {
  const blocks = blocksOf(root);
  const pages = pageNumbersOf(root, blocks);
  // Computed once, because each scroll asks for a place.
  const byPage = Map.groupBy(pages.keys(), (at) => pages[at]);
  return {
    /** Returns the place in the text, with the progress of the document. */
    inText({ page, passed }: PdfPlace, progress: number): ReadingPlace {
      const own = byPage.get(page) ?? [];
      const block = blocks[own[Math.floor(Math.min(passed, 0.999) * own.length)] ?? -1];
      return readingPlace(block ? anchorOf(root, block) : '', progress);
    },
    /** Returns the place of an anchor in the text; null if it is not there. */
    onPage(anchor: string): PdfPlace | null {
      const element = findAnchor(root, anchor);
      const at = element === null ? -1 : blocks.indexOf(element);
      const page = pages[at];
      const own = byPage.get(page) ?? [];
      return page === undefined ? null : { page, passed: own.indexOf(at) / own.length };
    },
  };
}

/** Returns the page on which each block begins. */
function pageNumbersOf(root: Element, blocks: readonly Element[]): readonly number[] {
  const marks = pageMarksIn(root);
  let next = 0;
  let page = 1;
  return blocks.map((block) => {
    for (let mark = marks[next]; mark && isBegun(mark.element, block); mark = marks[next]) {
      page = Math.max(page, mark.page);
      next += 1;
    }
    return page;
  });
}

/** True if a mark is at the beginning of a block or before it. A paragraph that goes on over a page is of its first. */
const isBegun = (mark: Element, block: Element): boolean =>
  mark === block || (mark.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
