import { openHtml, type ParsedPage } from '../../../src/capture/open-html';
import { fileTitleOf } from '../../../src/domain/web-address';
import { pageKind } from './content-type';
import { type DetectEncoding, decodePage, needsDetection } from './decode-page';
import { MAX_MARKDOWN_LENGTH, openMarkdown } from './open-markdown';
import type { PageSource } from './page-tasks';
import { xhtmlAsHtml } from './xhtml-as-html';

/** A part of the reader that is loaded for a page that needs it. */
export interface PageTools {
  readonly detectEncoding?: DetectEncoding;
}

/** Loads what the page needs. */
export const toolsFor = async (source: PageSource): Promise<PageTools> =>
  needsDetection(source) ? import('./detect-encoding') : {};

/** Parses a page of HTML, XML, Markdown or plain text. */
export function openPage(source: PageSource, { detectEncoding }: PageTools): ParsedPage {
  const { contentType, url } = source;
  const text = decodePage(source, detectEncoding);
  switch (pageKind(contentType)) {
    case 'text':
      return openText(text, url);
    case 'markdown':
      return text.length > MAX_MARKDOWN_LENGTH ? openText(text, url) : openMarkdown(text, url);
    case 'xml':
      return openHtml(xhtmlAsHtml(text), url);
    default:
      return openHtml(text, url);
  }
}

/** Puts plain text into a `<pre>`, as browsers do. */
function openText(text: string, url: string): ParsedPage {
  const page = openHtml('<!doctype html><title></title><pre></pre>', url);
  const { tree } = page;
  const [title, block] = [tree.querySelector('title'), tree.querySelector('pre')];
  if (title !== null) title.textContent = fileTitleOf(url);
  if (block !== null) block.textContent = text;
  return page;
}
