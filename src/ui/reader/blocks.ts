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
