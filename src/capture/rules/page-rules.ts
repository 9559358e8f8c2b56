import {
  type AppliedRules,
  type PageStructure,
  SITE_RULE_LIMITS,
  type SiteRule,
} from '../../domain';
import { findBlocks } from './find-blocks';
import { keepBlocks } from './keep-blocks';
import { type FinishParts, makeStructure } from './make-structure';
import { type PageTrace, type RuledPage, tracePage } from './page-trace';
import { removeBlocks } from './remove-blocks';

/** The effect of the rules of a site on one capture. */
export interface PageRules {
  /**
   * Records a repaired copy of the page and removes what rules remove. It is called again for another
   * copy of the same page.
   */
  begin(page: Document): void;
  /**
   * Puts into an article what rules keep, and returns the structure of the article and what was done.
   */
  finish(article: Element): {
    readonly structure: PageStructure | null;
    readonly applied: AppliedRules | null;
  };
}

export function createPageRules(rules: readonly SiteRule[], finishParts: FinishParts): PageRules {
  const used = rules.slice(0, SITE_RULE_LIMITS.rulesOfSite);
  const pages: RuledPage[] = [];
  return {
    begin({ body }) {
      if (body === null) return;
      const trace = tracePage(body);
      const kept = new Set<number>();
      for (const { action, path } of used) {
        if (action === 'remove') continue;
        for (const element of findBlocks(body, path)) {
          const number = trace.numbers.get(element);
          if (number !== undefined) kept.add(number);
        }
      }
      pages.push({ trace, kept, ...removeBlocks(body, trace, used) });
    },
    finish(article) {
      const page = pages.findLast(({ trace }) => comesFrom(article, trace));
      if (page === undefined) return { structure: null, applied: null };
      const copies = new Map<Node, number>();
      const kept = keepBlocks(article, page, copies);
      const structure = makeStructure(article, page, copies, finishParts);
      const applied = { removed: page.removed.size, kept, refused: page.refused };
      const isIdle = applied.removed + applied.kept + applied.refused === 0;
      return { structure, applied: isIdle ? null : applied };
    },
  };
}

/** Readability works on a copy of the page, and on another one when it tries again. */
function comesFrom(article: Element, { numbers }: PageTrace): boolean {
  for (const element of article.querySelectorAll('*')) {
    for (const node of element.childNodes) if (numbers.has(node)) return true;
  }
  return [...article.childNodes].some((node) => numbers.has(node));
}
