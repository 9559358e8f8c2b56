import { indexText, runInSlices, type Steps, type TextIndex } from '../../anchoring';
import type { createMarkupParser } from '../../domain/markup-parser';
import type { SyncContext } from '../context';

/**
 * Indexes the text of an article of the server or of the library. A background script has no DOM, so
 * the tree is built here from HTML that was serialised. Where a browser would repair the HTML, the
 * tree may differ from the server's, so the text that a server returns is compared.
 */
export async function indexArticle(html: string): Promise<Steps<TextIndex>> {
  const { createMarkupParser } = await import('../../domain/markup-parser');
  return indexing(html, createMarkupParser);
}

function* indexing(html: string, createParser: typeof createMarkupParser): Steps<TextIndex> {
  const body = yield* treeOf(html, createParser);
  // `ArticleNode` has everything of `Node` that `src/anchoring` uses.
  return yield* indexText(body as unknown as Node);
}

const [ELEMENT, TEXT] = [1, 3];

/**
 * Works on a text in slices, because the background script also answers pages. Returns null if the
 * round was stopped.
 */
export const inSlices = <T>(
  { now, signal }: Pick<SyncContext, 'now' | 'signal'>,
  steps: Steps<T>,
): Promise<T | null> => runInSlices(steps, { now, signal });

/** The HTML that is parsed in one step, in UTF-16 code units. */
const STEP_LENGTH = 4096;

/** Elements are nested at most this deep. Deeper ones are siblings, so that no path is too long. */
const MAX_PATH_DEPTH = 500;

interface ArticleNode {
  readonly nodeType: number;
  readonly localName: string;
  readonly id: string;
  readonly parentNode: ArticleNode | null;
  readonly previousSibling: ArticleNode | null;
  nextSibling: ArticleNode | null;
  firstChild: ArticleNode | null;
  lastChild: ArticleNode | null;
  data: string;
}

/** Builds the tree below a `<body>`. Highlights in the article are left out: only their text counts. */
function* treeOf(html: string, createParser: typeof createMarkupParser): Steps<ArticleNode> {
  const body = nodeOf(ELEMENT, 'body', null);
  const open = [body];
  const top = () => open.at(-1) ?? body;
  // The element that was opened last, until its first text.
  let opened: ArticleNode | null = null;
  const parser = createParser(
    {
      onopentag(name, { id = '' }) {
        if (name === 'rd-annotation' || open.length > MAX_PATH_DEPTH) return;
        const element = nodeOf(ELEMENT, name, top(), id);
        append(top(), element);
        open.push(element);
        opened = element;
      },
      ontext(text) {
        const parent = top();
        const isFirstInPre = parent.localName === 'pre' && parent === opened;
        opened = null;
        // A parser drops the line break after `<pre>`. Its text may come in several pieces.
        const data = isFirstInPre ? text.replace(/^\n/, '') : text;
        if (data === '') return;
        if (parent.lastChild?.nodeType === TEXT) parent.lastChild.data += data;
        else append(parent, { ...nodeOf(TEXT, '', parent), data });
      },
      onclosetag(name) {
        if (top().localName === name && top() !== body) open.pop();
      },
    },
    { decodeEntities: true },
  );
  for (let at = 0; at < html.length; at += STEP_LENGTH) {
    parser.write(html.slice(at, at + STEP_LENGTH));
    yield;
  }
  parser.end();
  return body;
}

const nodeOf = (
  nodeType: number,
  localName: string,
  parentNode: ArticleNode | null,
  id = '',
): ArticleNode => ({
  nodeType,
  localName,
  id,
  parentNode,
  previousSibling: parentNode?.lastChild ?? null,
  nextSibling: null,
  firstChild: null,
  lastChild: null,
  data: '',
});

function append(parent: ArticleNode, child: ArticleNode): void {
  if (parent.lastChild === null) parent.firstChild = child;
  else parent.lastChild.nextSibling = child;
  parent.lastChild = child;
}
