import { choosePath } from '../../domain/site-rules/choose-path';
import { type PageStructure, textKey } from '../../domain/site-rules/page-structure';
import type { BlockPath } from '../../domain/site-rules/site-rule';
import { textBlocks } from './text-blocks';

/** A block of a stored article, as a rule would name it. */
export interface MeantPlace {
  /** The innermost element of the page with all of it; -1: unknown. */
  readonly node: number;
  /** null: nothing can be said about other pages. */
  readonly path: BlockPath | null;
  readonly letters: number;
  readonly text: string;
  /** The key of the block before it; null: it is the first. */
  readonly after: number | null;
}

/**
 * Finds where a block of a stored article was in its page. The texts of the article lead to the
 * structure, so both need not have the same elements.
 */
export function meantPlace(article: Node, block: Element, structure: PageStructure): MeantPlace {
  const known = Map.groupBy(structure.blocks, ({ key }) => key);
  const seen = new Map<number, number>();
  const nodes: number[] = [];
  const texts: string[] = [];
  let letters = 0;
  let after: number | null = null;
  for (const found of textBlocks(article)) {
    const key = textKey(found.text);
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const isMeant = found.nodes.some((node) => block.contains(node));
    if (!isMeant) {
      if (nodes.length + texts.length === 0) after = key;
      continue;
    }
    const origins = known.get(key) ?? [];
    const origin = origins[Math.min(nth, origins.length - 1)];
    if (origin !== undefined) nodes.push(origin.node);
    texts.push(found.text);
    letters += found.letters;
  }
  // A rule compares words, and an image has none.
  const hasImage = block.localName === 'img' || block.querySelector('img') !== null;
  const text = hasImage ? '' : texts.join(' ');
  const path = nodes.length === 0 ? null : choosePath(structure, { nodes, text });
  return { node: nodes[0] ?? -1, path, letters, text, after };
}
