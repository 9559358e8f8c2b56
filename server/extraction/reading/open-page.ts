import { pageKind } from './content-type';
import { decodeText } from './decode-text';
import { fileNameOf } from './file-name';
import type { PageSource } from './page-reading';
import { openWindow, type ServerWindow } from './server-dom';

/** The page as a document in a window of its own. */
export function openPage({ bytes, contentType, url }: PageSource): ServerWindow {
  const text = decodeText(bytes, contentType);
  switch (pageKind(contentType)) {
    case 'text':
      return openText(text, url);
    case 'xml':
      return openXml(text, url) ?? openWindow(text, url);
    default:
      return openWindow(text, url);
  }
}

/** Plain text as browsers show it. */
function openText(text: string, url: string): ServerWindow {
  const window = openWindow('<!doctype html><pre></pre>', url);
  const { document } = window;
  document.title = fileNameOf(url);
  const block = document.querySelector('pre');
  if (block) block.textContent = text;
  return window;
}

/**
 * A page written as XML, in a document of HTML: everything else reads and writes that. null when it
 * is not well-formed or no page, and is better read as browsers read anything.
 */
function openXml(text: string, url: string): ServerWindow | null {
  const window = openWindow('<!doctype html>', url);
  const root = new window.DOMParser().parseFromString(text, 'text/xml').documentElement;
  if (!(root instanceof window.HTMLHtmlElement)) {
    window.close();
    return null;
  }
  const { document } = window;
  document.replaceChild(document.importNode(root, true), document.documentElement);
  return window;
}
