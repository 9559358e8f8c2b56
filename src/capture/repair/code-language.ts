/** How highlighters write the language of a block in its class, or that of a box around it. */
const CLASS_PATTERNS: readonly RegExp[] = [
  /(?:^|\s)(?:language|lang)-([\w+#.-]+)/i,
  /(?:^|\s)highlight-(?:source|text)-([\w+#.-]+)/i,
  /(?:^|\s)brush:\s*([\w+#.-]+)/i,
  /(?:^|\s)(?:sourceCode|prettyprint|hljs|highlight|code|syntax|src|chroma)\s+(?:src-)?([\w+#.-]+)/,
  /(?:^|\s)highlight-([\w+#.-]+)/i,
  /(?:^|\s)src-([\w+#.-]+)/,
];
const ATTRIBUTES = [
  'data-language',
  'data-lang',
  'data-code-language',
  'data-programming-language',
];

/** Class names that stand where a language could, and are none. */
const NO_LANGUAGE =
  /^(?:source|text|plain|plaintext|none|nohighlight|hljs|default|code|block|wrapper|container|line-?numbers|linenums.*|highlight.*|toolbar|pre|box|copy.*|notranslate|snippet|example.*|inline|dark|light|theme.*|shiki|chroma|console-output|undefined|auto|js-.*|overflow.*|w-.*|is-.*|has-.*|wp-.*)$/i;

const VALID = /^[a-z][\w+#.-]{0,29}$/i;

/** Boxes of a highlighter around its block. */
const MAX_BOXES = 6;

/** What is in an element around a block: each is looked through once, however many blocks it has. */
export type KnownBoxes = Map<Element, { readonly hasText: boolean; readonly blocks: number }>;

/** The language of a code block as its page writes it, in lower case; null when it does not. */
export function codeLanguage(block: Element, known: KnownBoxes): string | null {
  const inner = block.querySelector('code');
  const elements = inner === null ? [block] : [inner, block];
  let box = block.parentElement;
  for (let up = 0; up < MAX_BOXES && box !== null && isBoxOf(box, block, known); up += 1) {
    elements.push(box);
    box = box.parentElement;
  }
  for (const element of elements) {
    const language = languageOf(element);
    if (language !== null) return language;
  }
  return null;
}

/** A box has the block and its decoration, not a text around it. */
function isBoxOf(box: Element, block: Element, known: KnownBoxes): boolean {
  if (!/^(?:div|figure|td|tr|tbody|table|span|section|code)$/.test(box.localName)) return false;
  const seen = known.get(box) ?? {
    hasText: box.querySelector('p') !== null,
    blocks: box.querySelectorAll('pre').length,
  };
  known.set(box, seen);
  return !seen.hasText && (box === block.parentElement || seen.blocks <= 2);
}

function languageOf(element: Element): string | null {
  const named = ATTRIBUTES.map((name) => element.getAttribute(name) ?? '');
  const className = element.getAttribute('class') ?? '';
  const classed = CLASS_PATTERNS.map((pattern) => pattern.exec(className)?.[1] ?? '');
  const language = [...named, ...classed].find(
    (word) => VALID.test(word) && !NO_LANGUAGE.test(word),
  );
  return language?.toLowerCase() ?? null;
}
