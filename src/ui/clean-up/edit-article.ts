import { describeArticle, meantPlace, placePart, sanitiseArticle, textBlocks } from '../../capture';
import type { Article } from '../../domain/article';
import type { Bookmark } from '../../domain/bookmark';
import { choosePath } from '../../domain/site-rules/choose-path';
import {
  normalText,
  type OriginBlock,
  type PageStructure,
  type RemovedPart,
  textKey,
} from '../../domain/site-rules/page-structure';
import { SITE_RULE_LIMITS, type SiteRuleId } from '../../domain/site-rules/site-rule';
import type { ArticleEdit } from '../../library';
import { elementAt } from './pointable';

type Page = Pick<Bookmark, 'site' | 'lang'>;

/** A block that is not in the stored article, or without which nothing would be left, stays. */
export type RemoveProblem = 'changed' | 'all';

/**
 * Removes a block from an article. What was removed stays in the structure, from which it can be put
 * back later.
 *
 * @param place of the block, as `placeIn` returns it
 */
export function removeBlock(
  article: Article,
  structure: PageStructure,
  place: readonly number[],
  page: Page,
): ArticleEdit | RemoveProblem {
  const text = sanitiseArticle(article.html);
  const block = elementAt(text, place);
  if (block === null) return 'changed';
  const meant = meantPlace(text, block, structure);
  const html = block.outerHTML;
  const { parentElement } = block;
  block.remove();
  dropEmpty(parentElement);
  const left = describeArticle(text, page.lang);
  if (left === null || left.textLength === 0) return 'all';
  const { path } = meant;
  const rule: ArticleEdit['rule'] =
    path !== null && page.site !== ''
      ? {
          id: newId(),
          site: page.site,
          action: 'remove',
          path,
          label: labelOf(meant.text),
        }
      : null;
  const part: RemovedPart = {
    node: meant.node,
    html,
    letters: meant.letters,
    by: 'person',
    after: meant.after,
    rule: rule?.id ?? null,
  };
  return {
    article: left,
    structure: { ...structure, removed: [...structure.removed, part] },
    rule,
    dropped: null,
  };
}

/** Puts a removed part back into an article, after the text that was before it. */
export function keepPart(
  article: Article,
  structure: PageStructure,
  part: RemovedPart,
  page: Page,
): ArticleEdit | RemoveProblem {
  const text = sanitiseArticle(article.html);
  const added = sanitiseArticle(part.html);
  const own = textBlocks(added);
  const blocks = textBlocks(text);
  const before =
    part.after === null
      ? null
      : (blocks.findLast((block) => textKey(block.text) === part.after) ?? blocks.at(-1));
  // A rule compares words, and an image has none.
  const hasImage = added.querySelector('img') !== null;
  const words = hasImage ? '' : own.map((block) => block.text).join(' ');
  placePart(text, before?.element ?? null, added);
  const kept = describeArticle(text, page.lang);
  if (kept === null) return 'changed';
  const origins = own.map(
    ({ text: its, letters }): OriginBlock => ({ node: part.node, key: textKey(its), letters }),
  );
  return {
    article: kept,
    structure: {
      ...structure,
      blocks: part.node < 0 ? structure.blocks : [...structure.blocks, ...origins],
      removed: structure.removed.filter((other) => other !== part),
    },
    rule: part.by === 'page' ? keepRule(structure, part, words, page) : null,
    dropped: part.rule,
  };
}

function keepRule(
  structure: PageStructure,
  part: RemovedPart,
  words: string,
  { site }: Page,
): ArticleEdit['rule'] {
  if (part.node < 0 || site === '') return null;
  // A rule must not bring the other removed parts with it.
  const others = structure.removed.filter((other) => other !== part && other.node >= 0);
  const all = others.map(({ node, letters }) => ({ node, letters, key: 0 }));
  const path = choosePath(
    { ...structure, blocks: [...structure.blocks, ...all] },
    { nodes: [part.node], text: words },
  );
  if (path === null) return null;
  return { id: newId(), site, action: 'keep', path, label: labelOf(wordsOfPart(part)) };
}

const newId = () => crypto.randomUUID() as string as SiteRuleId;

const labelOf = (text: string): string => normalText(text).slice(0, SITE_RULE_LIMITS.labelLength);

function dropEmpty(element: Element | null): void {
  let empty = element;
  while (empty !== null && empty.childElementCount === 0 && empty.textContent?.trim() === '') {
    const { parentElement }: Element = empty;
    empty.remove();
    empty = parentElement;
  }
}

/** The words of a removed part, for the list. */
export function wordsOfPart(part: RemovedPart): string {
  const text = normalText(sanitiseArticle(part.html).textContent ?? '');
  return text.length > MAX_PART_WORDS_LENGTH ? `${text.slice(0, MAX_PART_WORDS_LENGTH)}…` : text;
}

/** In UTF-16 code units. */
const MAX_PART_WORDS_LENGTH = 160;
