import {
  type ArticleElement,
  type ArticleNode,
  type ArticleRoot,
  attributeOf,
  isElement,
  isText,
} from './parse-article';

/**
 * Prepares the elements of highlights for text marks (`==…==`). It removes nested marks, joins
 * adjacent ones, moves white space out of marks and moves notes out of code. It returns the notes
 * in order. Each note's element gets its number, counted from `firstNote`, as `data-number`.
 */
export function tidyHighlights(root: ArticleRoot, firstNote: number): readonly string[] {
  const notes: string[] = [];
  tidy(root, { isInMark: false }, (element, note) => {
    const value = String(firstNote + notes.length);
    element.attrs.push({ name: 'data-number', value });
    // The text marks the element as visible, so that `simplifyArticle` need not search its
    // descendants.
    element.childNodes = [{ nodeName: '#text', value, parentNode: element }];
    notes.push(note);
  });
  return notes;
}

interface Parent {
  childNodes: ArticleNode[];
}

type Number = (element: ArticleElement, note: string) => void;

function tidy(parent: Parent, place: { readonly isInMark: boolean }, number: Number): void {
  const children: ArticleNode[] = [];
  for (const child of parent.childNodes) {
    const highlight = isElement(child) ? highlightOf(child) : null;
    if (!isElement(child)) {
      children.push(child);
    } else if (highlight?.kind === 'note') {
      number(child, highlight.note);
      children.push(child);
    } else if (highlight?.kind === 'text') {
      tidy(child, { isInMark: true }, number);
      const inPlace = place.isInMark ? child.childNodes : withBlanksOutside(child);
      for (const each of inPlace) children.push(each);
    } else {
      tidy(child, place, number);
      const moved = child.tagName === 'pre' ? takeNotes(child) : [];
      children.push(child, ...moved);
    }
  }
  parent.childNodes = joinNeighbours(children);
}

const isMark = (node: ArticleNode | undefined): node is ArticleElement =>
  node !== undefined && isElement(node) && highlightOf(node)?.kind === 'text';

function withBlanksOutside(mark: ArticleElement): ArticleNode[] {
  const { childNodes, parentNode } = mark;
  const first = childNodes[0];
  const last = childNodes.at(-1);
  const blank = (value: string): ArticleNode => ({ nodeName: '#text', value, parentNode });
  let [before, after] = ['', ''];
  if (first !== undefined && isText(first)) {
    before = first.value.slice(0, first.value.length - first.value.trimStart().length);
    first.value = first.value.trimStart();
  }
  if (last !== undefined && isText(last)) {
    after = last.value.slice(last.value.trimEnd().length);
    last.value = last.value.trimEnd();
  }
  const isEmpty = childNodes.every((child) => isText(child) && child.value === '');
  return [blank(before), ...(isEmpty ? [] : [mark]), blank(after)].filter(
    (node) => !isText(node) || node.value !== '',
  );
}

function joinNeighbours(nodes: readonly ArticleNode[]): ArticleNode[] {
  const joined: ArticleNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (isMark(last) && isMark(node))
      for (const each of node.childNodes) last.childNodes.push(each);
    else joined.push(node);
  }
  return joined;
}

/** Removes the notes from an element and returns them. */
function takeNotes(parent: Parent): ArticleElement[] {
  const isNote = (node: ArticleNode): node is ArticleElement =>
    isElement(node) && attributeOf(node, 'data-number') !== null;
  const own = parent.childNodes.filter(isNote);
  parent.childNodes = parent.childNodes.filter((node) => !isNote(node));
  return [...own, ...parent.childNodes.filter(isElement).flatMap(takeNotes)];
}

/**
 * A highlight in an article's `rd-annotation` (protocol.md section 9.3); null for other elements.
 */
type Highlight =
  | { readonly kind: 'text'; readonly color: string }
  | { readonly kind: 'note'; readonly note: string }
  | null;

export function highlightOf(element: ArticleElement): Highlight {
  if (element.tagName !== 'rd-annotation') return null;
  const isNote = attributeOf(element, 'data-annotation-note') !== null;
  if (isNote) return { kind: 'note', note: attributeOf(element, 'title') ?? '' };
  return { kind: 'text', color: attributeOf(element, 'data-annotation-color') ?? '' };
}
