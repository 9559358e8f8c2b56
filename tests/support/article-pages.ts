import { type Capture, type CaptureOptions, captureDocument } from '../../src/capture';
import { parsed } from './article-html';
import { readProjectFile } from './project';

/** The origin of captured pages: that of the test's own document. */
export const PAGE_ORIGIN = location.origin;

export const articlePageHtml = (name: string): string =>
  readProjectFile(`tests/pages/articles/${name}.html`);

/** Opens a page of `tests/pages/articles` as a document with its shadow roots. */
export const openArticlePage = (name: string): Document => documentOf(articlePageHtml(name));

/** Parses a page as a document and attaches its declarative shadow roots as a browser does. */
export function documentOf(html: string): Document {
  const document = new DOMParser().parseFromString(html, 'text/html');
  attachShadowRoots(document);
  return document;
}

function attachShadowRoots(tree: Document | ShadowRoot): void {
  for (;;) {
    const template = tree.querySelector<HTMLTemplateElement>('template[shadowrootmode]');
    const host = template?.parentElement;
    if (!template || !host) return;
    const shadow = host.attachShadow({ mode: 'open' });
    shadow.append(template.content);
    template.remove();
    attachShadowRoots(shadow);
  }
}

export interface CapturedPage {
  readonly capture: Capture;
  /** The article, parsed as a reader does. */
  readonly article: HTMLElement;
  /** Its text, with runs of white space as one space. */
  readonly text: string;
}

/** Captures a document. Fails if it is not capturable. */
export function captured(document: Document, options: CaptureOptions = {}): CapturedPage {
  const outcome = captureDocument(document, options);
  if (outcome.kind !== 'captured') throw new Error(`Not capturable: ${outcome.reason}`);
  const article = parsed(outcome.capture.article?.html ?? '');
  const text = (article.textContent ?? '').replace(/\s+/g, ' ').trim();
  return { capture: outcome.capture, article, text };
}

/** Makes a page whose article has `middle` between enough text to be detected as an article. */
export const pageWith = (middle: string, head = ''): Document =>
  documentOf(`<!doctype html><html lang="en"><head><title>Ferns</title>${head}</head><body><article>
    <p>${SENTENCE.repeat(4)}</p>${middle}<p>${SENTENCE.repeat(4)}</p></article></body></html>`);

const SENTENCE = 'Ferns grow where little light falls, and they have done so for very long times. ';
