import { PAGE_FRAME } from '../best-text';
import type { PageFacts } from '../clean/stage';
import { MARKED_UP } from '../elements';
import { textLength } from '../normal-text';
import { densestStretch } from './density';
import { UNSEEN_ELEMENTS } from './page-model';
import { PageReadability } from './page-readability';

interface CandidateContext {
  readonly page: PageFacts;
  /** Makes a repaired copy of the page. */
  readonly copy: () => Document;
  /** The innermost box with the headline and prose. */
  readonly home: Element | null;
}

/**
 * Finds elements that may be the article, in the order of preference between equals. Each is a box around
 * its blocks.
 */
export function* findCandidates({ page, copy, home }: CandidateContext): Generator<Element> {
  const reader = new PageReadability(copy(), page.title, copy, { ignoresNames: true });
  const article = reader.parseElement();
  if (article !== null) yield article;
  yield* markedUp(copy);
  const document = copy();
  dropFrame(document.body);
  const stretch = densestStretch(document, page.url);
  if (stretch !== null) yield asBox(stretch);
  if (home !== null) yield asBox(home);
  const whole = copy();
  dropFrame(whole.body);
  yield asBox(whole.body);
}

const MAX_MARKED_UP = 4;
/** In UTF-16 code units. */
const MIN_CANDIDATE_LENGTH = 100;

/**
 * Returns the elements that the page has marked as its content, the longest first. Each is of a copy of
 * its own: one may contain another, and the rules of a site need the nodes of a copy.
 */
function markedUp(copy: () => Document): Element[] {
  const first = copy();
  return [...first.querySelectorAll(MARKED_UP)]
    .map((element, at) => ({ at, length: textLength(element) }))
    .filter(({ length }) => length >= MIN_CANDIDATE_LENGTH)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_MARKED_UP)
    .flatMap(({ at }, place) => {
      const document = place === 0 ? first : copy();
      const element = document.querySelectorAll(MARKED_UP)[at];
      if (element === undefined) return [];
      const box = asBox(element);
      dropFrame(box);
      return [box];
    });
}

/** Moves the content of an element into a box, as Readability does. */
function asBox(element: Element): Element {
  const box = element.ownerDocument.createElement('div');
  box.append(...element.childNodes);
  return box;
}

function dropFrame(root: Element): void {
  for (const element of root.querySelectorAll(`${PAGE_FRAME},${UNSEEN_ELEMENTS}`)) element.remove();
}
