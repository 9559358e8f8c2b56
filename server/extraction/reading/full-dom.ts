// The full DOM is jsdom, which parses XML pages. It takes half a second to load, so it is loaded only
// for these.
import { type DOMWindow, JSDOM, VirtualConsole } from 'jsdom';
import { openHtml, type ParsedPage } from '../../../src/capture/open-html';
import {
  PageAttribute,
  type PageDocument,
  PageElement,
  type PageNode,
  PageText,
} from '../../../src/dom';

/** Parses `html` into a window that runs no scripts and loads nothing. */
export const openWindow = (html: string, url: string): DOMWindow =>
  // The console is not connected, so problems with a page's styles are not logged.
  new JSDOM(html, { url, virtualConsole: new VirtualConsole() }).window;

export function createFullDom() {
  const window = openWindow('<!doctype html>', 'about:blank');
  return {
    /** Parses an XML page. Returns null when it is not well-formed or not XHTML. */
    openXml(text: string, url: string): ParsedPage | null {
      const root = new window.DOMParser().parseFromString(text, 'text/xml').documentElement;
      return root instanceof window.HTMLHtmlElement ? openTree(root, url) : null;
    },
  };
}

export type FullDom = ReturnType<typeof createFullDom>;

const ELEMENT_NODE = 1;
/** The node types of text and CDATA. */
const TEXT_NODES: ReadonlySet<number> = new Set([3, 4]);

/** Copies `root` into an HTML document of the server's own DOM, which all other code works on. */
function openTree(root: Element, url: string): ParsedPage {
  const page = openHtml('<!doctype html>', url);
  const { tree } = page;
  tree.documentElement?.remove();
  const waiting: [Node, PageNode][] = [[root, tree]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, into] = next;
    const copy = copyOf(node, tree);
    if (copy === null) continue;
    into.appendChild(copy);
    // In reverse, because the last entry is processed first.
    for (let child = node.lastChild; child !== null; child = child.previousSibling) {
      waiting.push([child, copy]);
    }
  }
  return page;
}

function copyOf(node: Node, document: PageDocument): PageNode | null {
  if (TEXT_NODES.has(node.nodeType)) return new PageText(node.nodeValue ?? '', document);
  if (node.nodeType !== ELEMENT_NODE) return null;
  const { localName, namespaceURI, attributes } = node as Element;
  const copies = Array.from(attributes, ({ name, value }) => new PageAttribute(name, value));
  return new PageElement(localName, namespaceURI ?? '', copies, document);
}
