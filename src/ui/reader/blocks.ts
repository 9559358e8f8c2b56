import type { Viewport } from './reading-place';

/** The elements that can hold a reading place, in document order. */
const READER_BLOCKS =
  'p,h1,h2,h3,h4,h5,h6,li,dt,dd,pre,blockquote,figure,tr,hr,summary,math[display="block"]';

const CLOSED_DETAILS = 'details:not([open])';

/** Returns the article's blocks in document order, without those in a closed `<details>`. */
export function blocksOf(root: Element): readonly Element[] {
  const blocks = [...root.querySelectorAll(READER_BLOCKS)];
  if (!root.querySelector(CLOSED_DETAILS)) return blocks;
  return blocks.filter((block) => !isFoldedAway(block, root));
}

function isFoldedAway(block: Element, root: Element): boolean {
  let details = block.closest(CLOSED_DETAILS);
  while (details && root.contains(details)) {
    if (block.closest('summary')?.parentElement !== details) return true;
    details = details.parentElement?.closest(CLOSED_DETAILS) ?? null;
  }
  return false;
}

/**
 * Returns the last block that begins at or above `line` (px from the top of the window), the
 * innermost of nested ones, or null when all begin below. Blocks must be in document order, so that
 * their tops never decrease and a binary search works.
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

/** A block that begins this little below the line counts as the one at the top. */
const LINE_SLACK_PX = 2;

/** Scrolls to the block that is `steps` blocks further on, or back when negative. */
export function stepBlocks(root: Element, viewport: Viewport, steps: number): void {
  const blocks = blocksOf(root);
  const { top } = viewport.screen();
  const current = blockAt(blocks, top + LINE_SLACK_PX);
  const index = current ? blocks.indexOf(current) : -1;
  // Within a long paragraph, the first step back leads to its beginning.
  const isInside = current !== null && current.getBoundingClientRect().top < top - LINE_SLACK_PX;
  const next = index + (steps < 0 && isInside ? steps + 1 : steps);
  const target = next < 0 ? root : blocks[Math.min(next, blocks.length - 1)];
  if (target) viewport.scrollBy(target.getBoundingClientRect().top - top);
}

/** The service's limit for `read_anchor`, in UTF-16 code units. */
const ANCHOR_MAX_LENGTH = 256;

/**
 * Returns a CSS selector of `element` relative to `root`. It consists of positions only, so that it
 * is valid in every copy of the article. A path that is too long for the service is cut to an
 * ancestor. Empty for the root itself and for elements outside it.
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
 * Returns the element of `root` that `anchor` selects, or null when the article has changed or
 * another program wrote the anchor in its own format.
 */
export function findAnchor(root: Element, anchor: string): Element | null {
  if (anchor === '') return null;
  for (const selector of [`:scope>${anchor}`, anchor]) {
    try {
      const found = root.querySelector(selector);
      if (found) return found;
    } catch {
      // Not a selector. Anchors also come from other programs, and only an attempt shows if one is
      // valid.
    }
  }
  return null;
}
