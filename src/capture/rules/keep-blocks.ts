import { sumOf } from '../sum';
import { copyTraced, type PageTrace, type RuledPage } from './page-trace';
import { placePart } from './place-part';
import { textBlocks } from './text-blocks';

/** Blocks that rules may add to one article. */
const MAX_KEPT_BLOCKS = 20;
/** In letters: what rules may always add, and the share of the article that they may add. */
const MIN_ROOM = 2_000;
const MAX_ADDED = 1;

/**
 * Puts blocks into an article that rules keep and that it does not have, each after the text that was
 * before it in the page. `copies` receives the nodes that were made. Returns the number of blocks.
 */
export function keepBlocks(
  article: Element,
  { trace, kept, removed }: RuledPage,
  copies: Map<Node, number>,
): number {
  if (kept.size === 0) return 0;
  let room = Math.max(MIN_ROOM, countLetters(article) * MAX_ADDED);
  let added = 0;
  for (const number of [...kept].toSorted((a, b) => a - b)) {
    if (added >= MAX_KEPT_BLOCKS || removed.has(number)) continue;
    const places = placesOf(article, trace, copies);
    const end = trace.ends[number] ?? number;
    if (places.some(({ at }) => at >= number && at <= end)) continue;
    const part = article.ownerDocument.createDocumentFragment();
    const made = new Map<Node, number>();
    part.append(copyTraced(trace, number, made));
    const letters = countLetters(part);
    if (letters === 0 || letters > room) continue;
    room -= letters;
    added += 1;
    for (const [node, at] of made) copies.set(node, at);
    placePart(article, places.findLast(({ at }) => at < number)?.element ?? null, part);
  }
  return added;
}

const countLetters = (root: Node): number => sumOf(textBlocks(root), ({ letters }) => letters);

/** Returns the blocks of the article by the numbers of their nodes, in the order of the page. */
function placesOf(article: Element, { numbers }: PageTrace, copies: ReadonlyMap<Node, number>) {
  return textBlocks(article)
    .flatMap(({ element, nodes }) => {
      const at = nodes.map((node) => numbers.get(node) ?? copies.get(node)).find(Number.isInteger);
      return at === undefined || element === null ? [] : [{ at, element }];
    })
    .toSorted((a, b) => a.at - b.at);
}
