import { isUtf8 } from 'node:buffer';
import sniffEncoding from 'html-encoding-sniffer';
import { openHtml, type ParsedPage } from '../../../src/capture/open-html';
import { parseParameterHeader } from '../../../src/contract';
import { fileTitleOf } from '../../../src/domain/web-address';
import { pageKind } from './content-type';
import type { FullDom } from './full-dom';
import type { PageSource } from './tasks';

/** Tells whether a page may be XML, which only the full DOM can parse. */
export const needsFullDom = ({ contentType }: PageSource): boolean =>
  pageKind(contentType) === 'xml';

/**
 * Parses a page of HTML, XML or plain text.
 * @param fullDom required for XML; without it XML is parsed as HTML
 */
export function openPage(
  { bytes, contentType, url }: PageSource,
  fullDom: FullDom | null,
): ParsedPage {
  const text = decodeText(bytes, contentType);
  switch (pageKind(contentType)) {
    case 'text':
      return openText(text, url);
    case 'xml':
      // Pages that are not well-formed are parsed as HTML.
      return fullDom?.openXml(text, url) ?? openHtml(text, url);
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

/** The most common encoding of undeclared text that is not UTF-8. */
const LEGACY = 'windows-1252';

/** In bytes. Chromium looks for the `<meta>` up to the end of the head. */
const MAX_HEAD = 65_536;

/** Returns the encoding of a `<meta>` in the head that is after the bytes that the standard looks at. */
function lateEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, MAX_HEAD)).toString('latin1');
  const [head = ''] = start.split(/<\/head|<body/i, 1);
  const meta = head.match(/<meta\b[^<>]{0,600}>/gi)?.find((tag) => /charset/i.test(tag));
  if (meta === undefined) return null;
  return sniffEncoding(Buffer.from(meta, 'latin1'), { defaultEncoding: LEGACY });
}

/**
 * Decodes a page by its byte order mark, its `Content-Type` or its `<meta>`. Undeclared text is UTF-8
 * if it is valid UTF-8, and otherwise windows-1252. Never throws; invalid bytes become U+FFFD.
 * @see https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const label = parseParameterHeader(contentType).parameters.get('charset');
  const encoding = sniffEncoding(bytes, {
    ...(label === undefined ? {} : { transportLayerEncodingLabel: label }),
    defaultEncoding: lateEncoding(bytes) ?? (isUtf8(bytes) ? 'UTF-8' : LEGACY),
  });
  return new TextDecoder(encoding).decode(bytes);
}
