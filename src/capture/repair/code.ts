import { isLineNumber } from '../../dom/line-numbers';
import { sumOf } from '../sum';
import { wordList, wordSet } from '../word-list';
import type { RepairTools } from './repair-context';

/** Matches the code cell of a table whose other cell contains line numbers. */
const CODE_CELL = 'td:is(.code,.rouge-code,.hljs-ln-code,.blob-code,.crayon-code,.lntd+.lntd)';

/**
 * Converts each code block to one `<pre data-language><code>` without colours, line numbers and
 * buttons. It handles the markup of all common highlighters.
 */
export function repairCode({ root, find, document }: RepairTools): void {
  for (const editor of root.querySelectorAll(CODE_EDITORS)) {
    const lines = [...editor.querySelectorAll(EDITOR_LINES)].sort((a, b) => topOf(a) - topOf(b));
    if (sumOf(lines, signsOf) === 0) continue;
    const block = document.createElement('pre');
    block.textContent = lines.map(lineOfEditor).join('\n');
    const language = languageOfCode(editor.querySelector(NAMED_LANGUAGE) ?? editor);
    editor.replaceWith(blockOf([block], language, document));
  }
  const aroundTables: KnownBoxes = new Map();
  for (const table of find('table')) {
    const cells = codeCells(table);
    if (cells.length > 0 && table.querySelector('table') === null) {
      table.replaceWith(blockOf(cells, codeLanguage(table, aroundTables), document));
    }
  }
  const aroundBlocks: KnownBoxes = new Map();
  for (const block of find('pre')) {
    if (!isCode(block)) continue;
    dropGutter(block);
    block.replaceWith(blockOf([block], codeLanguage(block, aroundBlocks), document));
  }
}

/** Editors make a box of each line, in any order. Only its place tells which is the first. */
const CODE_EDITORS = '.CodeMirror,.cm-editor,.monaco-editor,.ace_editor';
const EDITOR_LINES = '.CodeMirror-line,.cm-line,.view-line,.ace_line';
const NAMED_LANGUAGE = '[data-language],[data-mode-id]';

/** In px; 0 without a place. */
function topOf(line: Element): number {
  const style = line.getAttribute('style') ?? line.parentElement?.getAttribute('style') ?? '';
  return Number(/\btop:\s*([\d.]+)/.exec(style)?.[1] ?? 0);
}

/** An empty line holds a sign without a width. */
const lineOfEditor = ({ textContent }: Element): string =>
  (textContent ?? '').replace(/[\u200b\n]/g, '').replace(/\xa0/g, ' ');

/** In signs: the name of a language, and of a button, above the code. */
const MAX_HEADER = 40;

/** Removes what stands above code that has boxes of its own in its block. */
function dropHeader(block: Element): void {
  const [code, other] = block.querySelectorAll('code');
  // Words beside it in its line belong to it.
  const isBoxed = code && !other && block.querySelector(':scope div code');
  if (isBoxed && signsOf(block) - signsOf(code) < MAX_HEADER) block.replaceChildren(code);
}

/** The cells with the code of a table whose other cells have line numbers. */
function codeCells(table: Element): readonly Element[] {
  const named = table.querySelectorAll(CODE_CELL);
  if (named.length > 0) return [...named];
  const [numbers, code, ...others] = table.querySelectorAll('td');
  const isCodeTable = others.length === 0 && countNumbers(numbers?.textContent ?? '') > 1;
  return isCodeTable && code?.querySelector('pre') ? [code] : [];
}

/**
 * A `<pre>` may also contain a poem with pictures. One that contains blocks of text is left
 * unchanged.
 */
const isCode = (block: Element): boolean =>
  block.querySelector('p + p,ul,ol:has(p),h1,h2,h3,img,blockquote') === null;

function blockOf(parts: readonly Element[], language: string | null, document: Document): Element {
  const block = document.createElement('pre');
  const code = document.createElement('code');
  let isLineOver = true;
  for (const [at, part] of parts.entries()) {
    if (!isLineOver) code.append('\n');
    const content = codeContent(part);
    const text = content.textContent ?? '';
    // After an empty part the code still ends with the newline before it; the first part has none.
    isLineOver = text === '' ? at > 0 : text.endsWith('\n');
    code.append(content);
  }
  if (language !== null) block.setAttribute('data-language', language);
  const id = parts[0]?.getAttribute('id');
  if (id) block.id = id;
  block.append(code);
  return block;
}

/** Buttons and other elements that are not part of the code. */
const DECORATION =
  'button,svg,style,script,textarea,.copy,.copy-button,.btn-copy,.clipboard-copy,.code-toolbar>.toolbar,.gp-copy';

/** The count of the consecutive numbers that a text consists of; otherwise 0. */
function countNumbers(text: string): number {
  if (!/^\d[\d\s]*$/.test(text.trim())) return 0;
  const numbers = text.trim().split(/\s+/).map(Number);
  const [first = 0] = numbers;
  return numbers.every((number, at) => number === first + at) ? numbers.length : 0;
}

/** A letter or a sign that no code has right after a number. */
const GLUED = /^[\p{L}_#<{@$"'`]/u;

/** Finds numbers without such names: one for each line, of which one is glued to its line. */
function unnamedNumbers(block: Element): readonly Element[] {
  const leaves = [...block.querySelectorAll('*')].filter(
    (element) =>
      element.firstElementChild === null && /^\s*\d+\s*$/.test(element.textContent ?? ''),
  );
  const numbers = leaves.filter(({ className }) => className === leaves[0]?.className);
  const count = countNumbers(numbers.map(({ textContent }) => textContent).join(' '));
  const isGlued = numbers.some(({ nextSibling }) => GLUED.test(nextSibling?.textContent ?? ''));
  // The first one is before the first line.
  const isFirst = block.textContent?.trim().startsWith(numbers[0]?.textContent?.trim() ?? '-');
  return isGlued && isFirst && count > 1 && count >= countCodeLines(block) ? numbers : [];
}

const countCodeLines = (block: Element): number =>
  (block.textContent ?? '').trim().split('\n').length;

const signsOf = ({ textContent }: Element): number => (textContent ?? '').replace(/\s/g, '').length;

/** Removes line numbers, unless they are all of the code. */
function dropLineNumbers(block: Element): void {
  const numbers: Element[] = [];
  for (const element of block.querySelectorAll('*')) {
    if (numbers.at(-1)?.contains(element) !== true && isLineNumber(element)) numbers.push(element);
  }
  const dropped = numbers.length > 0 ? numbers : unnamedNumbers(block);
  if (sumOf(dropped, signsOf) < signsOf(block)) for (const each of dropped) each.remove();
}

/** Removes the box of the numbers beside a block that both have for themselves. */
function dropGutter(block: Element): void {
  for (const beside of [block, block.parentElement]) {
    const gutter = beside?.previousElementSibling;
    const box = gutter?.parentElement;
    if (!gutter || !box || box.firstElementChild !== gutter || box.children.length > 3) continue;
    const { children, textContent } = gutter;
    const numbers = [...children].map((child) => child.textContent);
    const count = countNumbers(children.length > 1 ? numbers.join(' ') : (textContent ?? ''));
    if (count > 1 && count === countCodeLines(block)) gutter.remove();
  }
}

/** Inline elements that are meaningful in code. */
const KEPT_IN_CODE = wordSet('a b strong em i mark del ins sub sup var kbd');

/** Elements that some highlighters use for each line of code. */
const CODE_LINES = wordSet('div p li tr');

/** Some highlighters make each line a `span` that is broken by a style sheet. */
const LINE_CLASS = /(?:^|\s)(?:line|code-line|token-line|view-line|cl-line)(?:\s|$)/;

/**
 * Returns the content of a code block as text with line breaks. Colours, gutters and buttons are
 * left out; links and emphasis stay.
 */
function codeContent(block: Element): DocumentFragment {
  const document = block.ownerDocument;
  for (const decoration of block.querySelectorAll(DECORATION)) decoration.remove();
  dropLineNumbers(block);
  dropHeader(block);
  const content = document.createDocumentFragment();
  const isBrokenByStyle = !(block.textContent ?? '').includes('\n');
  let into: Node = content;
  let text = '';
  const flush = (): void => {
    if (text !== '') into.appendChild(document.createTextNode(text));
    text = '';
  };
  const breakLine = (): void => {
    const before = text === '' ? (into.textContent ?? '') : text;
    if (before !== '' && !before.endsWith('\n')) text += '\n';
  };
  const isLine = (element: Element): boolean =>
    CODE_LINES.has(element.localName) || (isBrokenByStyle && LINE_CLASS.test(element.className));

  for (let node: ChildNode | null = block.firstChild, isUp = false; node !== null; ) {
    const element = node.nodeType === 1 ? (node as Element) : null;
    if (!isUp) {
      if (node.nodeType === 3) text += node.textContent ?? '';
      else if (element?.localName === 'br') text += '\n';
      else if (element !== null && isLine(element)) breakLine();
      if (element !== null && KEPT_IN_CODE.has(element.localName)) {
        flush();
        into = into.appendChild(element.cloneNode(false));
      }
      if (element !== null && node.firstChild !== null) {
        node = node.firstChild;
        continue;
      }
    }
    if (element !== null && KEPT_IN_CODE.has(element.localName)) {
      flush();
      into = into.parentNode ?? content;
    }
    if (element !== null && isLine(element) && node.nextSibling !== null) breakLine();
    isUp = node.nextSibling === null;
    const parent: Element | null = node.parentElement;
    node = isUp ? (parent === block ? null : parent) : node.nextSibling;
  }
  flush();
  return content;
}

/** Patterns for the language of a block in its class or in that of a surrounding element. */
const CLASS_PATTERNS: readonly RegExp[] = [
  /(?:^|\s)(?:language|lang)-([\w+#.-]+)/i,
  /(?:^|\s)highlight-(?:source|text)-([\w+#.-]+)/i,
  /(?:^|\s)brush:\s*([\w+#.-]+)/i,
  /(?:^|\s)(?:sourceCode|prettyprint|hljs|highlight|code|syntax|src|chroma)\s+(?:src-)?([\w+#.-]+)/,
  /(?:^|\s)(?:highlight|src)-([\w+#.-]+)/i,
];
const CODE_LANGUAGE_ATTRIBUTES = wordList(
  'data-language data-lang data-code-language data-programming-language data-mode-id',
);

/** Class names in the position of a language that are not languages. */
const NO_CODE_LANGUAGE =
  /^(?:source|text|plain|plaintext|none|nohighlight|hljs|default|code|block|wrapper|container|line-?numbers|linenums.*|highlight.*|toolbar|pre|box|copy.*|notranslate|snippet|example.*|inline|dark|light|theme.*|shiki|chroma|console-output|undefined|auto|js-.*|overflow.*|w-.*|is-.*|has-.*|wp-.*)$/i;

const VALID = /^[a-z][\w+#.-]{0,29}$/i;

/** The number of surrounding elements of a highlighter that are checked. */
const MAX_HIGHLIGHTER_BOXES = 6;

/** The contents of elements around code blocks, so that each element is searched once. */
export type KnownBoxes = Map<Element, { readonly hasText: boolean; readonly blocks: number }>;

/** Returns the language that the page declares for a code block, in lower case, or null. */
export function codeLanguage(block: Element, known: KnownBoxes): string | null {
  const inner = block.querySelector('code');
  const elements = inner === null ? [block] : [inner, block];
  let box = block.parentElement;
  for (
    let up = 0;
    up < MAX_HIGHLIGHTER_BOXES && box !== null && isBoxOf(box, block, known);
    up += 1
  ) {
    elements.push(box);
    box = box.parentElement;
  }
  for (const element of elements) {
    const language = languageOfCode(element);
    if (language !== null) return language;
  }
  return null;
}

/** True if an element surrounds only the block and its decoration, but no other text. */
function isBoxOf(box: Element, block: Element, known: KnownBoxes): boolean {
  if (!/^(?:div|figure|td|tr|tbody|table|span|section|code)$/.test(box.localName)) return false;
  const seen = known.get(box) ?? {
    hasText: box.querySelector('p') !== null,
    blocks: box.querySelectorAll('pre').length,
  };
  known.set(box, seen);
  return !seen.hasText && (box === block.parentElement || seen.blocks <= 2);
}

function languageOfCode(element: Element): string | null {
  const named = CODE_LANGUAGE_ATTRIBUTES.map((name) => element.getAttribute(name) ?? '');
  const classed = CLASS_PATTERNS.map((pattern) => pattern.exec(element.className)?.[1] ?? '');
  const language = [...named, ...classed].find(
    (word) => VALID.test(word) && !NO_CODE_LANGUAGE.test(word),
  );
  return language?.toLowerCase() ?? null;
}
