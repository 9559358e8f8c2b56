import type { RepairTools } from './repair-context';

/** The containers of common formula renderers, and Wikipedia's wrapper of text and image. */
const RENDERED =
  '.katex-display,.katex,mjx-container,.MathJax_Display,.MathJax,.MathJax_SVG,.MathJax_CHTML,.mwe-math-element';

/** Elements that only support a renderer or repeat the formula. */
const LEFTOVERS = '.MathJax_Preview,.MathJax_Font_Test,#MathJax_Message,.MJX_Assistive_MathML';

/**
 * Replaces each formula by one MathML element, which all supported browsers render, with its TeX in
 * `alttext` if available. Without MathML the TeX stays as text.
 */
export function repairMath({ root, find, document }: RepairTools): void {
  const sources = find('script').filter((script) =>
    script.getAttribute('type')?.startsWith('math/'),
  );
  // Every renderer leaves at least one of these elements; without them the slower search by class
  // is skipped.
  if (sources.length + find('math', 'mjx-container').length === 0) return;
  const found = root.querySelectorAll(`${RENDERED},${LEFTOVERS}`);
  for (const rendered of found) {
    // Elements inside of one that was already replaced are no longer in the tree.
    if (rendered.matches(RENDERED) && root.contains(rendered)) replaceRendered(rendered, document);
  }
  for (const source of sources) replaceSource(source, document);
  for (const leftover of found) if (leftover.matches(LEFTOVERS)) leftover.remove();
  for (const math of find('math')) normaliseMath(math, document);
}

function replaceRendered(rendered: Element, document: Document): void {
  // A page may use the class `MathJax` for a whole chapter.
  if (rendered.querySelectorAll('math,p').length > 1) return;
  const math = mathIn(rendered, document);
  const tex = texIn(rendered)?.trim();
  if (math !== null) {
    if (tex && !math.hasAttribute('alttext')) math.setAttribute('alttext', tex);
    if (isDisplayed(rendered)) math.setAttribute('display', 'block');
    dropSource(rendered);
    rendered.replaceWith(math);
    normaliseMath(math, document);
    return;
  }
  if (tex === undefined) return;
  dropSource(rendered);
  rendered.replaceWith(texAsText(tex, isDisplayed(rendered), document));
}

function mathIn(rendered: Element, document: Document): Element | null {
  const math = rendered.querySelector('math');
  if (math !== null) return math;
  const source = rendered.closest('[data-mathml]') ?? rendered.querySelector('[data-mathml]');
  const markup = source?.getAttribute('data-mathml');
  if (!markup) return null;
  const template = document.createElement('template');
  template.innerHTML = markup;
  const parsed = template.content.querySelector('math');
  return parsed && document.importNode(parsed, true);
}

function isDisplayed(rendered: Element): boolean {
  return (
    rendered.matches('.katex-display,.MathJax_Display,mjx-container[display="true"]') ||
    rendered.closest('.MathJax_Display') !== null ||
    rendered.querySelector('math[display="block"],.mwe-math-fallback-image-display') !== null
  );
}

function texIn(rendered: Element): string | null {
  const annotation = rendered.querySelector('annotation[encoding="application/x-tex"]');
  const latex = rendered.querySelector('[data-latex]') ?? rendered.closest('[data-latex]');
  const script = sourceAfter(rendered);
  return (
    annotation?.textContent ?? latex?.getAttribute('data-latex') ?? script?.textContent ?? null
  );
}

/** MathJax 2 leaves the TeX in a script after the rendered formula. */
function sourceAfter(rendered: Element): Element | null {
  const next = rendered.nextElementSibling;
  return next?.matches('script[type^="math/"]') ? next : null;
}

const dropSource = (rendered: Element): void => sourceAfter(rendered)?.remove();

/** Converts a formula that no renderer has processed. */
function replaceSource(script: Element, document: Document): void {
  const type = script.getAttribute('type') ?? '';
  const source = script.textContent ?? '';
  if (type.startsWith('math/tex')) {
    script.replaceWith(texAsText(source, /mode\s*=\s*display/.test(type), document));
  } else if (type.startsWith('math/mml')) {
    const template = document.createElement('template');
    template.innerHTML = source;
    const math = template.content.querySelector('math');
    if (math === null) return;
    const copy = document.importNode(math, true);
    script.replaceWith(copy);
    normaliseMath(copy, document);
  }
}

function texAsText(tex: string, isDisplayed: boolean, document: Document): Element {
  const code = document.createElement('code');
  code.setAttribute('data-language', 'tex');
  code.textContent = tex.trim();
  if (!isDisplayed) return code;
  const block = document.createElement('pre');
  block.setAttribute('data-language', 'tex');
  block.append(code);
  return block;
}

/**
 * Keeps only the presentation. The sanitiser removes annotation elements, but their text would
 * remain.
 */
function normaliseMath(math: Element, document: Document): void {
  const tex = math.querySelector('annotation[encoding="application/x-tex"]')?.textContent?.trim();
  if (tex && !math.hasAttribute('alttext')) math.setAttribute('alttext', tex);
  for (const semantics of math.querySelectorAll('semantics')) {
    const presentation = semantics.firstElementChild;
    if (presentation === null) semantics.remove();
    else semantics.replaceWith(presentation);
  }
  for (const annotation of math.querySelectorAll('annotation,annotation-xml')) annotation.remove();
  math.removeAttribute('style');
  if (math.parentElement?.localName === 'span' && math.parentElement.childNodes.length === 1)
    return;
  // Readability treats `MATH` but not `math` as inline content, so a bare `math` would split the
  // paragraph.
  const span = document.createElement('span');
  math.replaceWith(span);
  span.append(math);
}
