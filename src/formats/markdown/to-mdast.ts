import type { Element, ElementContent } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import {
  defaultHandlers,
  defaultNodeHandlers,
  type Handle,
  type NodeHandle,
  toMdast,
} from 'hast-util-to-mdast';
import type { PhrasingContent, RootContent } from 'mdast';
import { imageLink, linkAddress } from '../article/link-address';
import { type ArticleRoot, attributeOf, isElement } from '../article/parse-article';

interface MdastOptions {
  /**
   * Returns the address for the image with that `src`. If it is null, the image is replaced by a
   * link to it, or by its description.
   */
  readonly imageAddress: (src: string) => string | null;
}

/** Converts the tree of an article to Markdown's tree. `tidyHighlights` must have run before. */
export function articleToMdast(root: ArticleRoot, options: MdastOptions): RootContent[] {
  const tree = toMdast(fromParse5(root), {
    document: true,
    handlers: {
      a: link,
      img: image(options),
      math: formula,
      pre: codeBlock,
      'rd-annotation': highlight,
      sub: inHtml('sub'),
      sup: inHtml('sup'),
      kbd: inHtml('kbd'),
      svg: () => undefined,
      table,
    },
    nodeHandlers: { root: convertRoot },
  });
  return tree.type === 'root' ? tree.children : [];
}

/**
 * Converts the whole article. It replaces the library's `all`, which passes the results of an element
 * as arguments of one call: 120,000 children overflow the stack.
 */
const convertRoot: NodeHandle = (state, root) => {
  state.all = (parent) => {
    const results: RootContent[] = [];
    for (const child of parent.children) {
      const result = state.one(child, parent);
      for (const node of Array.isArray(result) ? result : [result]) {
        // Only `convertRoot` makes a root.
        if (node !== undefined) results.push(node as RootContent);
      }
    }
    return results;
  };
  return defaultNodeHandlers.root(state, root);
};

/** True if the article has a formula, so that `$` in its text would start one. */
export function hasFormula(root: ArticleRoot): boolean {
  const waiting = root.childNodes.filter(isElement);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.tagName === 'math' && attributeOf(next, 'alttext') !== null) return true;
    for (const child of next.childNodes) if (isElement(child)) waiting.push(child);
  }
  return false;
}

const highlight: Handle = (state, element) => {
  const number = element.properties.dataNumber;
  if (number !== undefined) return { type: 'footnoteReference', identifier: String(number) };
  // A highlight contains only text.
  const children = state.all(element) as PhrasingContent[];
  return { type: 'highlightMark', children };
};

/** Links to places within the article are dropped, because Markdown has no targets for them. */
const link: Handle = (state, element) => {
  const href = linkAddress(String(element.properties.href ?? ''));
  if (href === null) return state.all(element);
  return defaultHandlers.a(state, { ...element, properties: { ...element.properties, href } });
};

const image =
  ({ imageAddress }: MdastOptions): Handle =>
  (_, element, parent) => {
    const src = String(element.properties.src ?? '');
    const url = imageAddress(src);
    const alt = String(element.properties.alt ?? '');
    if (url === null) {
      const isInLink = parent?.type === 'element' && parent.tagName === 'a';
      const link = isInLink ? null : imageLink(src, alt);
      if (link === null) return alt === '' ? undefined : { type: 'text', value: alt };
      return { type: 'link', url: link.href, children: [{ type: 'text', value: link.text }] };
    }
    return { type: 'image', url, alt };
  };

/** Writes formulas as the TeX that they were made from, or as text if it is unknown. */
const formula: Handle = (state, element) => {
  const tex = element.properties.alttext ?? element.properties.altText;
  if (typeof tex !== 'string') return state.all(element);
  const isBlock = element.properties.display === 'block';
  // The formula is a node of HTML, because nothing in it is Markdown.
  return { type: 'html', value: isBlock ? `$$${tex}$$` : `$${tex}$` };
};

/** The capture writes the language of a code block as `data-language`. */
const codeBlock: Handle = (state, element) => {
  const code = defaultHandlers.pre(state, element);
  if (code === undefined || Array.isArray(code) || code.type !== 'code') return code;
  const lang = codeLanguageOf(element);
  return lang === null ? code : { ...code, lang };
};

function codeLanguageOf(element: Element): string | null {
  const [child] = element.children;
  const of = ({ properties }: Element) => properties.dataLanguage ?? properties.dataLang;
  const lang = of(element) ?? (child?.type === 'element' ? of(child) : undefined);
  return typeof lang === 'string' && /^[\w+#.-]{1,30}$/.test(lang) ? lang : null;
}

/** Keeps an element as HTML, because Markdown has no syntax for it. */
const inHtml =
  (tag: string): Handle =>
  (state, element) => {
    const children = state.all(element) as PhrasingContent[];
    return [{ type: 'html', value: `<${tag}>` }, ...children, { type: 'html', value: `</${tag}>` }];
  };

/** Maximum number of cells of a table per cell with content. */
const MAX_FILL = 4;
/** A table with at most this many cells is always written as a table. */
const MAX_SMALL_TABLE_CELLS = 100;

/**
 * Converts a table, with its caption above it because Markdown has none. Every row is written with
 * as many cells as the longest one. If that makes too many empty cells, cells that span several
 * rows or columns are written as one cell. If there are still too many, the cells are written one
 * below the other.
 */
const table: Handle = (state, element) => {
  const parts = element.children.filter(isTableElement);
  const captions = parts.filter(({ tagName }) => tagName === 'caption');
  const above = captions.flatMap((caption) => state.toFlow(state.all(caption)));
  const rows = tableRowsOf(parts);
  if (!isEven(rows, spansOf)) {
    for (const cell of rows.flat())
      Object.assign(cell.properties, { colSpan: null, rowSpan: null });
    if (!isEven(rows, () => NO_SPANS)) {
      return [...above, ...rows.flat().flatMap((cell) => state.toFlow(state.all(cell)))];
    }
  }
  const converted = defaultHandlers.table(state, element);
  return [...above, converted];
};

interface Spans {
  readonly columns: number;
  readonly rows: number;
}

const NO_SPANS: Spans = { columns: 1, rows: 1 };

const isTableElement = (node: ElementContent): node is Element => node.type === 'element';

/** Returns the cells of each row. */
const tableRowsOf = (parts: readonly Element[]): Element[][] =>
  parts
    .flatMap((part) => (part.tagName === 'tr' ? [part] : part.children.filter(isTableElement)))
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) => row.children.filter(isTableElement));

const spansOf = ({ properties: { colSpan, rowSpan } }: Element): Spans => ({
  columns: spanOf(colSpan),
  rows: spanOf(rowSpan),
});

const spanOf = (written: unknown): number => Math.max(1, Number.parseInt(String(written), 10) || 1);

/** True if a table has few empty cells when each row is as long as the longest one. */
function isEven(rows: readonly (readonly Element[])[], spansOf: (cell: Element) => Spans): boolean {
  /** The number of columns that cells of earlier rows occupy, by the row before which they end. */
  const ending = new Map<number, number>();
  let [taken, columns, cells] = [0, 0, 0];
  for (const [at, row] of rows.entries()) {
    taken -= ending.get(at) ?? 0;
    let own = 0;
    let kept = 0;
    for (const cell of row) {
      const spans = spansOf(cell);
      const end = at + spans.rows;
      own += spans.columns;
      if (spans.rows === 1) continue;
      kept += spans.columns;
      ending.set(end, (ending.get(end) ?? 0) + spans.columns);
    }
    columns = Math.max(columns, taken + own);
    taken += kept;
    cells += row.length;
  }
  const size = rows.length * columns;
  return size <= MAX_SMALL_TABLE_CELLS || size <= cells * MAX_FILL;
}
