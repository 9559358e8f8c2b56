import { fileTitleOf } from '../../../src/domain';
import { pageKind } from './content-type';
import { decodeText } from './decode-text';
import type { FullDom } from './full-dom';
import type { PageSource } from './page-reading';
import { openHtml, type ServerPage } from './server-dom';

/** Whether a page is read with the full DOM: it may be XML. */
export const needsFullDom = ({ contentType }: PageSource): boolean =>
  pageKind(contentType) === 'xml';

/** @param fullDom for a page that `needsFullDom`; without it such a page is read as HTML */
export function openPage(
  { bytes, contentType, url }: PageSource,
  fullDom: FullDom | null,
): ServerPage {
  const text = decodeText(bytes, contentType);
  switch (pageKind(contentType)) {
    case 'text':
      return openText(text, url);
    case 'xml':
      // What is no page in XML is better read as browsers read anything.
      return fullDom?.openXml(text, url) ?? openHtml(text, url);
    default:
      return openHtml(text, url);
  }
}

/** Plain text as browsers show it. */
function openText(text: string, url: string): ServerPage {
  const page = openHtml('<!doctype html><title></title><pre></pre>', url);
  const { tree } = page;
  const [title, block] = [tree.querySelector('title'), tree.querySelector('pre')];
  if (title !== null) title.textContent = fileTitleOf(url);
  if (block !== null) block.textContent = text;
  return page;
}
