import type { SiteRule } from '../../domain/site-rules/site-rule';
import { MARKED_UP } from '../elements';
import { sumOf } from '../sum';
import { findBlocks } from './find-blocks';
import type { PageTrace, RuledPage } from './page-trace';
import { type TextBlock, textBlocks } from './text-blocks';

/** The share of the text of a page that all rules together may remove. */
const MAX_REMOVED = 0.5;

/** The share of a page's text that an element must have that is marked as its article. */
const MIN_MAIN = 0.3;
/** In letters. Shorter blocks are labels, links and menus. */
const MIN_COMMON_BLOCK_LETTERS = 40;

/**
 * Removes the blocks of a page that rules remove. A rule that would bring the removed text above
 * `MAX_REMOVED` is refused, so that a rule for a page that has changed can't take the article.
 */
export function removeBlocks(
  body: Element,
  { numbersOfAll }: PageTrace,
  rules: readonly SiteRule[],
): Pick<RuledPage, 'removed' | 'refused'> {
  const removed = new Map<number, SiteRule>();
  const removing = rules.filter(({ action }) => action === 'remove');
  if (removing.length === 0) return { removed, refused: 0 };
  const texts = mainTexts(body);
  const all = lettersOfBlocks(texts);
  let refused = 0;
  const isGone = new Set<TextBlock>();
  const numbers = numbersOfAll();
  for (const rule of removing) {
    const blocks = findBlocks(body, rule.path);
    const covered = texts.filter(({ nodes: [node] }) =>
      blocks.some((block) => node !== undefined && block.contains(node)),
    );
    const would = lettersOfBlocks([...new Set([...isGone, ...covered])]);
    if (blocks.some((block) => block === body) || would > all * MAX_REMOVED) {
      refused += 1;
      continue;
    }
    for (const text of covered) isGone.add(text);
    for (const block of blocks) {
      const number = numbers.get(block);
      if (number === undefined) continue;
      removed.set(number, rule);
      block.remove();
    }
  }
  return { removed, refused };
}

/** Returns the text in which the article is: that of the element that the page marks, or all of it. */
function mainTexts(body: Element): readonly TextBlock[] {
  const all = long(textBlocks(body));
  let best = all;
  let most = lettersOfBlocks(all) * MIN_MAIN;
  for (const main of body.querySelectorAll(MARKED_UP)) {
    if (main.parentElement?.closest(MARKED_UP)) continue;
    const texts = all.filter(({ nodes: [node] }) => node !== undefined && main.contains(node));
    const letters = lettersOfBlocks(texts);
    if (letters <= most) continue;
    best = texts;
    most = letters;
  }
  return best;
}

/** A page of short texts, such as verses, has no longer ones. */
function long(texts: readonly TextBlock[]): readonly TextBlock[] {
  const found = texts.filter(({ letters }) => letters >= MIN_COMMON_BLOCK_LETTERS);
  return found.length > 0 ? found : texts;
}

const lettersOfBlocks = (texts: readonly TextBlock[]): number =>
  sumOf(texts, ({ letters }) => letters);
