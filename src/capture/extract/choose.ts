import { cleanArticle } from '../clean/clean-article';
import type { PageFacts } from '../clean/stage';
import { findCandidates } from './candidates';
import { highestScore, modelPage, scoreArticle } from './page-model';

/** How much better than Readability's article another one must be, and if it has fewer images. */
const SCORE_MARGIN = 1.2;
const MARGIN_FOR_IMAGES = 1.5;

/**
 * Compares the article that Readability has found, which is cleaned, with the other candidates of the
 * page by their scores. Returns the best one, cleaned. `copy` makes a repaired copy of the page.
 */
export function chooseArticle(first: Element, page: PageFacts, copy: () => Document): Element {
  const model = modelPage(copy(), page);
  const firstScore = scoreArticle(first, model, page.url);
  // Each candidate takes a copy of the page.
  if (highestScore(model) <= SCORE_MARGIN * firstScore) return first;
  const images = imagesIn(first);
  let best = first;
  let highest = SCORE_MARGIN * firstScore;
  for (const candidate of findCandidates({ page, copy, home: model.home })) {
    cleanArticle(candidate, page);
    const score = scoreArticle(candidate, model, page.url);
    const hasFewer = imagesIn(candidate) < images;
    if (score <= highest || (hasFewer && score <= MARGIN_FOR_IMAGES * firstScore)) continue;
    highest = score;
    best = candidate;
  }
  return best;
}

const imagesIn = (article: Element): number => article.querySelectorAll('img[src]').length;
