import type { NativeWindow } from '../../../src/capture';
import { PageDocument, PageElement, PageNode, parsePage } from '../../../src/dom';

/** A parsed page. It runs no scripts and loads nothing. */
export interface ServerPage {
  readonly tree: PageDocument;
  /** `tree` with the standard type. */
  readonly document: Document;
  /** The classes of the nodes. */
  readonly window: NativeWindow;
}

// These classes implement only the part of the standard that src/capture uses.
const WINDOW = {
  Node: PageNode,
  Document: PageDocument,
  Element: PageElement,
} as unknown as NativeWindow;

/** Parses HTML into the server's own DOM. */
export function openHtml(html: string, url: string): ServerPage {
  const tree = parsePage(html, url);
  return { tree, document: tree as unknown as Document, window: WINDOW };
}
