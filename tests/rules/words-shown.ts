import { parseSync } from '@swc/core';

/** Attributes and properties whose text is shown or read aloud. */
const SPOKEN = new Set([
  ...['title', 'alt', 'placeholder', 'label', 'name', 'hint', 'description'],
  ...['aria-label', 'aria-description', 'ariaLabel', 'ariaDescription', 'textContent', 'innerText'],
]);
/** On an element, `name` is for programs and `label` can be anything. */
const SPOKEN_ON_ELEMENTS = new Set(
  [...SPOKEN].filter((name) => name !== 'name' && name !== 'label'),
);
/** Methods that display their text. */
const SHOWING = new Set([
  ...['append', 'prepend', 'before', 'after', 'replaceChildren', 'createTextNode', 'setAttribute'],
  ...['say', 'alarm', 'offerUndo', 'confirm', 'alert', 'setDefaultSuggestion'],
]);

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly name?: Node;
  readonly key?: Node;
  readonly left?: Node;
  readonly right?: Node;
  readonly property?: Node;
  readonly callee?: Node;
  readonly arguments?: readonly { readonly expression: Node }[];
  readonly quasis?: readonly { readonly raw: string }[];
}

const hasWords = (text: string) => /\p{L}/u.test(text);

/** Returns the text of a literal; empty for other nodes. */
function wordsOf(node: Node | null | undefined): string {
  const text =
    node?.type === 'StringLiteral' ? String(node.value) : node?.quasis?.map(({ raw }) => raw);
  const joined = Array.isArray(text) ? text.join('…') : (text ?? '');
  return hasWords(joined) ? joined : '';
}

/** Returns the texts that a script displays, in its markup or by writing them into elements. */
export function wordsShown(source: string, { hasMarkup } = { hasMarkup: true }): string[] {
  const found: string[] = [];
  const keep = (words: string, where = '') => {
    if (words) found.push(where ? `${where}="${words}"` : words);
  };
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    look(node, keep);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: hasMarkup }));
  return found;
}

function look(node: Node, keep: (words: string, where?: string) => void): void {
  switch (node.type) {
    case 'JSXText':
      if (hasWords(String(node.value))) keep(String(node.value).trim());
      return;
    case 'JSXAttribute': {
      const name = String(node.name?.value);
      if (SPOKEN.has(name)) keep(wordsOf(node.value as Node | null), name);
      return;
    }
    case 'AssignmentExpression': {
      const name = String(node.left?.property?.value);
      if (SPOKEN_ON_ELEMENTS.has(name)) keep(wordsOf(node.right), name);
      return;
    }
    case 'KeyValueProperty': {
      const name = String(node.key?.value);
      if (SPOKEN_ON_ELEMENTS.has(name)) keep(wordsOf(node.value as Node | null), name);
      return;
    }
    case 'CallExpression': {
      const name = String(node.callee?.property?.value ?? node.callee?.value);
      if (!SHOWING.has(name)) return;
      const args = (node.arguments ?? []).map(({ expression }) => expression);
      if (name !== 'setAttribute') for (const each of args) keep(wordsOf(each), name);
      else if (SPOKEN_ON_ELEMENTS.has(wordsOf(args[0]))) keep(wordsOf(args[1]), name);
    }
  }
}

/** Returns the text and the title of a page, without the product's name. */
export function wordsInPage(html: string): string[] {
  const texts = html.replace(/<!--[\s\S]*?-->/g, '').split(/<[^>]*>/);
  return texts.map((text) => text.trim()).filter((text) => hasWords(text) && text !== 'Leafmark');
}
