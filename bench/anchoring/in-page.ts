// Runs in the measured page: the conditions of measure-page.ts on the browser's own DOM.
import { captureDocument } from '../../src/capture';
import { measurePage, type PageOutcomes } from './measure-page';
import { markNodes, unmarkNodes } from './truth';

export function measure(name: string): PageOutcomes | null {
  markNodes(document.body);
  const outcome = captureDocument(document);
  unmarkNodes(document.body);
  const html = (outcome.kind === 'captured' && outcome.capture.article?.html) || null;
  const article = html && new DOMParser().parseFromString(html, 'text/html').body;
  return measurePage({ name, page: document.body, article: article || null });
}
