import type { ChosenCandidate, DoubtKind } from '../../domain';
import { type Cleaned, type CleaningWays, cleanArticle } from '../clean/clean-article';
import type { PageFacts } from '../clean/stage';
import { CANDIDATE_SOURCES, type CandidateSource } from './candidates';
import { modelPage, scoreArticle } from './page-model';

/** How much better than Readability's article another one must be, and if it has fewer images. */
const MARGIN = 1.2;
const MARGIN_FOR_IMAGES = 1.5;

/** The article that Readability has found, cleaned. */
export interface FirstArticle {
  readonly article: Element;
  readonly cleaned: Cleaned;
  readonly doubts: readonly DoubtKind[];
}

export interface Choice {
  readonly article: Element;
  readonly cleaned: Cleaned;
  readonly chosen: ChosenCandidate;
}

/** How candidates are found and cleaned. All ways are used if none are given. */
export interface ExtractionWays extends CleaningWays {
  readonly sources?: readonly CandidateSource[] | undefined;
}

/**
 * Compares the article that Readability has found with the other candidates of the page by their
 * scores. All are cleaned before. `copy` makes a repaired copy of the page.
 */
export function chooseArticle(
  first: FirstArticle,
  page: PageFacts,
  copy: () => Document,
  ways: ExtractionWays = {},
): Choice {
  const { article, cleaned, doubts } = first;
  const model = modelPage(copy(), page);
  const context = { page, copy, home: model.home };
  let best: Choice = { article, cleaned, chosen: { kind: 'readability', doubts } };
  const score = scoreArticle(article, model, page.url);
  const images = imagesIn(article);
  let highest = MARGIN * score;
  for (const { kind, find } of ways.sources ?? CANDIDATE_SOURCES) {
    for (const element of find(context)) {
      const candidate = cleanArticle(element, page, ways);
      const its = scoreArticle(element, model, page.url);
      const hasFewer = imagesIn(element) < images;
      if (its <= highest || (hasFewer && its <= MARGIN_FOR_IMAGES * score)) continue;
      highest = its;
      best = { article: element, cleaned: candidate, chosen: { kind, doubts } };
    }
  }
  return best;
}

const imagesIn = (article: Element): number => article.querySelectorAll('img[src]').length;
