// jsdom, for what the fast DOM does not do: drawings are made harmless by DOMPurify, and pages of XML
// are parsed as that. It takes half a second to load, so it is loaded when one of them comes.
import createPurify from 'dompurify';
import { type DOMWindow, JSDOM, VirtualConsole } from 'jsdom';
import { createSvgSanitiser, type SanitiseSvg } from '../../../src/capture';
import { PageAttribute } from '../../dom/attributes';
import type { PageDocument } from '../../dom/document';
import { PageText } from '../../dom/leaves';
import { PageElement, type PageNode } from '../../dom/nodes';
import { openHtml, type ServerPage } from './server-dom';

export interface FullDom {
  readonly cleanSvg: SanitiseSvg;
  /** A page written as XML; null when it is not well-formed, or no page. */
  openXml(text: string, url: string): ServerPage | null;
}

/** A window with the page that `html` is, in which nothing runs and nothing loads. */
export const openWindow = (html: string, url: string): DOMWindow =>
  // jsdom says what it makes of a page's styles and scripts; nobody here wants to know.
  new JSDOM(html, { url, virtualConsole: new VirtualConsole() }).window;

/** @throws when DOMPurify does not work on this DOM: it would let everything through. */
export function createFullDom(): FullDom {
  const window = openWindow('<!doctype html>', 'about:blank');
  if (createPurify(window).isSupported !== true) throw new Error('DOMPurify does not work here');
  return {
    // It has the constructors that its types leave out.
    cleanSvg: createSvgSanitiser(window as DOMWindow & typeof globalThis),
    openXml(text, url) {
      const root = new window.DOMParser().parseFromString(text, 'text/xml').documentElement;
      return root instanceof window.HTMLHtmlElement ? openTree(root, url) : null;
    },
  };
}

const ELEMENT_NODE = 1;
/** Text, and CDATA. */
const TEXT_NODES: ReadonlySet<number> = new Set([3, 4]);

/** The page whose root element is `root`, in a document of HTML: all else reads and writes that. */
function openTree(root: Element, url: string): ServerPage {
  const page = openHtml('<!doctype html>', url);
  const { tree } = page;
  tree.documentElement?.remove();
  const waiting: [Node, PageNode][] = [[root, tree]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, into] = next;
    const copy = copyOf(node, tree);
    if (copy === null) continue;
    into.appendChild(copy);
    // Backwards: the last one that waits is the next.
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
