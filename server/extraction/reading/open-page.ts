import { openHtml, type ParsedPage } from '../../../src/capture/open-html';
import { fileTitleOf } from '../../../src/domain/web-address';
import { pageKind } from './content-type';
import { type DetectEncoding, decodePage, needsDetection } from './decode-page';
import type { FullDom } from './full-dom';
import { MAX_MARKDOWN_LENGTH, openMarkdown } from './open-markdown';
import type { PageSource } from './page-tasks';

/** Parts of the reader that are loaded for a page that needs them. */
export interface PageTools extends Partial<FullDom> {
  readonly detectEncoding?: DetectEncoding;
}

let fullDom: FullDom | undefined;

/** Loads what the page needs: a page that may be XML can only be parsed by the full DOM. */
export async function toolsFor(source: PageSource): Promise<PageTools> {
  const isXml = pageKind(source.contentType) === 'xml';
  if (isXml) fullDom ??= (await import('./full-dom')).createFullDom();
  return {
    ...(isXml && fullDom),
    ...(needsDetection(source) && (await import('./detect-encoding'))),
  };
}

/**
 * Parses a page of HTML, XML, Markdown or plain text.
 * @param tools `openXml` is required for XML; without it XML is parsed as HTML
 */
export function openPage(source: PageSource, { openXml, detectEncoding }: PageTools): ParsedPage {
  const { contentType, url } = source;
  const text = decodePage(source, detectEncoding);
  switch (pageKind(contentType)) {
    case 'text':
      return openText(text, url);
    case 'markdown':
      return text.length > MAX_MARKDOWN_LENGTH ? openText(text, url) : openMarkdown(text, url);
    case 'xml':
      // Pages that are not well-formed are parsed as HTML.
      return openXml?.(text, url) ?? openHtml(text, url);
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
