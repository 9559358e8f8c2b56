import type { Viewport } from './reading-place';

/** What can hold a place: the elements that a text is set in, in document order. */
const BLOCKS =
  'p,h1,h2,h3,h4,h5,h6,li,dt,dd,pre,blockquote,figure,tr,hr,summary,math[display="block"]';

const CLOSED = 'details:not([open])';

/** The article's blocks that are laid out, in document order; those in a closed details are not. */
export function blocksOf(root: Element): readonly Element[] {
  const blocks = [...root.querySelectorAll(BLOCKS)];
  if (!root.querySelector(CLOSED)) return blocks;
  return blocks.filter((block) => !isFoldedAway(block, root));
}

function isFoldedAway(block: Element, root: Element): boolean {
  let details = block.closest(CLOSED);
  while (details && root.contains(details)) {
    if (block.closest('summary')?.parentElement !== details) return true;
    details = details.parentElement?.closest(CLOSED) ?? null;
  }
  return false;
}

/**
 * The last block that begins at or above `line` (px from the top of the window), the innermost
 * where they nest; null when all begin below it. Blocks must be in document order: their tops then
 * never decrease, so that a few measurements are enough however long the article is.
 */
export function blockAt(blocks: readonly Element[], line: number): Element | null {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const top = blocks[middle]?.getBoundingClientRect().top ?? 0;
    if (top <= line) low = middle + 1;
    else high = middle;
  }
  return blocks[low - 1] ?? null;
}

/** A block that begins this little below the line is the one at the top. */
const LINE_SLACK_PX = 2;

/** Brings the block that many places further on (or back) to the top of the screen. */
export function stepBlocks(root: Element, viewport: Viewport, steps: number): void {
  const blocks = blocksOf(root);
  const { top } = viewport.screen();
  const current = blockAt(blocks, top + LINE_SLACK_PX);
  const index = current ? blocks.indexOf(current) : -1;
  // Half way down a long paragraph, back is first to its own beginning.
  const isInside = current !== null && current.getBoundingClientRect().top < top - LINE_SLACK_PX;
  const next = index + (steps < 0 && isInside ? steps + 1 : steps);
  const target = next < 0 ? root : blocks[Math.min(next, blocks.length - 1)];
  if (target) viewport.scrollBy(target.getBoundingClientRect().top - top);
}

/** What the service takes at most (`read_anchor`), in UTF-16 code units. */
const ANCHOR_MAX_LENGTH = 256;

/**
 * A CSS selector of `element` relative to `root`, made of positions only, so that it means the same
 * in every copy of the article. Where the path would be too long for the service it names the
 * deepest ancestor that fits. Empty for the root itself and for what is not inside it.
 */
export function anchorOf(root: Element, element: Element): string {
  const steps: string[] = [];
  let current = element;
  while (current !== root) {
    const parent = current.parentElement;
    if (!parent) return '';
    const position = Array.prototype.indexOf.call(parent.children, current) + 1;
    steps.unshift(`${current.localName}:nth-child(${position})`);
    current = parent;
  }
  while (steps.join('>').length > ANCHOR_MAX_LENGTH) steps.pop();
  return steps.join('>');
}

/**
 * The element of `root` that `anchor` names, or null when there is none: the article has changed,
 * or another program wrote the anchor in a way of its own.
 */
export function findAnchor(root: Element, anchor: string): Element | null {
  if (anchor === '') return null;
  for (const selector of [`:scope>${anchor}`, anchor]) {
    try {
      const found = root.querySelector(selector);
      if (found) return found;
    } catch {
      // Not a selector: anchors come from other programs, too. There is no other way to test one.
    }
  }
  return null;
}
