// Runs in the measured page: the conditions of measure-page.ts on the browser's own DOM.
import { captureDocument } from '../../src/capture';
import { measurePage } from './measure-page';
import type { PageVerdicts } from './quality';
import { markNodes, unmarkNodes } from './truth';

export function measure(name: string): PageVerdicts | null {
  markNodes(document.body);
  const outcome = captureDocument(document);
  unmarkNodes(document.body);
  const html = (outcome.kind === 'captured' && outcome.capture.article?.html) || null;
  const article = html && new DOMParser().parseFromString(html, 'text/html').body;
  const measured = measurePage({ name, page: document.body, article: article || null });
  if (measured === null) return null;
  const { unique, outcomes } = measured;
  return {
    unique,
    outcomes: outcomes.map(({ condition, verdict, isDeleted }) => ({
      condition,
      verdict,
      isDeleted,
    })),
  };
}
