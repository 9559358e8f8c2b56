import type { NativeWindow } from '../../../src/capture';
import { PageDocument } from '../../dom/document';
import { parsePage } from '../../dom/html';
import { PageElement, PageNode } from '../../dom/nodes';

/** A page that is read. Nothing in it runs and nothing loads. */
export interface ServerPage {
  readonly tree: PageDocument;
  /** The same, by the standard's type. */
  readonly document: Document;
  /** Whose DOM it is of. */
  readonly window: NativeWindow;
}

// These classes have what src/capture uses of the standard's, which the types can't tell.
const WINDOW = {
  Node: PageNode,
  Document: PageDocument,
  Element: PageElement,
} as unknown as NativeWindow;

/** The page that `html` is. */
export function openHtml(html: string, url: string): ServerPage {
  const tree = parsePage(html, url);
  return { tree, document: tree as unknown as Document, window: WINDOW };
}
