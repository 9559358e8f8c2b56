import { type Box, linkDensity, measureBoxes, pageLinks, walkBoxes } from '../clean/boxes';
import { isNamed } from '../clean/named-boxes';
import { removeHeading } from './widgets';

const MIN_LINKED_IN_BAR = 0.5;
/** In letters. */
const MAX_TOOL = 40;
const FOOT = / (?:footer|copyright) /;

/**
 * Removes filters, paging, tables of contents and other lines of links, and the headings that belong to
 * them only. The elements of `kept` and those around them stay.
 */
export function dropBars(article: Element, kept: readonly Element[], pageUrl: string): void {
  const stay = new Set<Element>(kept);
  const around = new Set<Element>();
  for (const element of kept) {
    for (let box = element.parentElement; box !== null && !around.has(box); box = box.parentElement)
      around.add(box);
  }
  const bars = new Set<Box>();
  const root = measureBoxes(article, pageUrl);
  walkBoxes(root, (box) => {
    if (stay.has(box.element)) return false;
    if (box === root || around.has(box.element)) return true;
    if (isBar(box)) bars.add(box);
    return !bars.has(box);
  });
  for (const bar of bars) removeHeading(bar, bars);
  for (const { element } of bars) element.remove();
}

function isBar(box: Box): boolean {
  if (box.prose > 0 || box.kept > 0 || box.images > 0 || box.letters === 0) return false;
  if (isNamed(box.names, 'navigation') || isNamed(box.names, 'share')) return true;
  if (FOOT.test(box.names)) return true;
  // Parts of a text may be named for what opens them.
  if (isNamed(box.names, 'tools') && box.items === 0 && box.letters <= MAX_TOOL) return true;
  return pageLinks(box) + box.links.note > 0 && linkDensity(box) >= MIN_LINKED_IN_BAR;
}
