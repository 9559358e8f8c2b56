import type { Extraction } from './extract';

/** All of a page, when whoever sent it has chosen what belongs to it. Changes the document. */
export function wholePage(document: Document): Extraction {
  const content = document.createElement('div');
  content.append(...(document.body?.childNodes ?? []));
  return { content, warnings: [] };
}
