import type { AppliedRules } from '../../domain/article';
import type { PageStructure } from '../../domain/site-rules/page-structure';
import { SITE_RULE_LIMITS, type SiteRule } from '../../domain/site-rules/site-rule';
import { findBlocks } from './find-blocks';
import { keepBlocks } from './keep-blocks';
import { type FinishParts, makeStructure } from './make-structure';
import { type PageTrace, type RuledPage, tracePage } from './page-trace';
import { removeBlocks } from './remove-blocks';

/** Applies the rules of a site to one capture. */
export function createPageRules(rules: readonly SiteRule[], finishParts: FinishParts) {
  const used = rules.slice(0, SITE_RULE_LIMITS.rulesOfSite);
  const pages: RuledPage[] = [];
  return {
    /**
     * Records a repaired copy of the page and removes what rules remove. It is called again for another
     * copy of the same page.
     */
    begin({ body }: Document): void {
      if (body === null) return;
      const trace = tracePage(body);
      const keeping = used.filter(({ action }) => action === 'keep');
      const found = keeping.flatMap(({ path }) => findBlocks(body, path));
      const numbers = found.length > 0 ? trace.numbersOfAll() : trace.numbers;
      const kept = new Set(found.flatMap((element) => numbers.get(element) ?? []));
      pages.push({ trace, kept, ...removeBlocks(body, trace, used) });
    },

    /** Puts into an article what rules keep, and returns the structure of the article and what was done. */
    finish(article: Element): {
      readonly structure: PageStructure | null;
      readonly applied: AppliedRules | null;
    } {
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
