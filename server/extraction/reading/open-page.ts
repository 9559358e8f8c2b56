import { isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';
import { parseParameterHeader } from '../../../src/contract';
import { fileTitleOf } from '../../../src/domain';
import { pageKind } from './content-type';
import type { FullDom } from './full-dom';
import { openHtml, type ServerPage } from './server-dom';
import type { PageSource } from './tasks';

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

/** What text that does not say what it is in, and isn't UTF-8, is in most often. */
const LEGACY = 'windows-1252';

/**
 * The text of a page: by its byte order mark, its header, its own `<meta>`; when none of them tells,
 * as UTF-8 if it is that, else as browsers do in the west. Never throws: what can't be read becomes U+FFFD.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const label = parseParameterHeader(contentType).parameters.get('charset');
  const encoding = sniffEncoding(bytes, {
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
    defaultEncoding: isUtf8(bytes) ? 'UTF-8' : LEGACY,
  });
  return new TextDecoder(encoding).decode(bytes);
}
