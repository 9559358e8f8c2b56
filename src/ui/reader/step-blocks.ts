import { blockAt, blocksOf } from './blocks';
import type { Viewport } from './viewport';

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
