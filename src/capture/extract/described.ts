import { measureBoxes } from '../clean/boxes';
import { BLOCKS } from '../elements';
import { boxWith, startOfDescription } from '../kinds/described-box';
import { UNSEEN_ELEMENTS } from './page-model';

/**
 * Returns the text that a page describes itself with, from the block with its start to the end of the
 * box around that, in a box of its own. Returns null when the page does not show it. Changes the
 * document.
 */
export function describedText(
  document: Document,
  description: string,
  pageUrl: string,
): Element | null {
  const start = startOfDescription(description);
  if (start === '' || document.body === null) return null;
  for (const unseen of document.body.querySelectorAll(UNSEEN_ELEMENTS)) unseen.remove();
  const element = boxWith(measureBoxes(document.body, pageUrl), start)?.element;
  if (element === undefined) return null;
  const box = document.createElement('div');
  if (!element.matches(BLOCKS)) {
    box.append(...element.childNodes);
    return box;
  }
  let node: Node | null = element;
  while (node !== null) {
    const next: Node | null = node.nextSibling;
    box.append(node);
    node = next;
  }
  return box;
}
