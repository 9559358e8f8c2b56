import { PageDocument, PageElement, PageNode, parsePage } from '../dom';
import type { NativeWindow } from './native-dom';

/** A parsed page. It runs no scripts and loads nothing. */
export interface ParsedPage {
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

/** Parses HTML where there is no browser's DOM: on the server, and in workers. */
export function openHtml(html: string, url: string): ParsedPage {
  const tree = parsePage(html, url);
  return { tree, document: tree as unknown as Document, window: WINDOW };
}
