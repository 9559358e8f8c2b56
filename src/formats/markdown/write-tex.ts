import { MathMLToLaTeX } from 'mathml-to-latex';
import { serializeOuter } from 'parse5';
import { type ArticleRoot, attributeOf, isElement, textOfNode } from '../article/parse-article';

/** In UTF-16 code units of MathML: of one formula, and of all in an article. They bound the time. */
const MAX_FORMULA_LENGTH = 20_000;
const MAX_ALL = 300_000;

/**
 * Gives TeX to the formulas that have only MathML, because their text alone is `ab` for a fraction. A
 * formula that is too long or not valid stays as it is.
 */
export function writeTex(root: ArticleRoot): void {
  let left = MAX_ALL;
  const waiting = root.childNodes.filter(isElement);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.tagName !== 'math') {
      for (const child of next.childNodes) if (isElement(child)) waiting.push(child);
    } else if (left > 0 && attributeOf(next, 'alttext') === null) {
      const markup = serializeOuter(next);
      left -= markup.length;
      const tex = markup.length > MAX_FORMULA_LENGTH ? '' : texOf(markup);
      if (tex !== '' && textOfNode(next).trim() !== '')
        next.attrs.push({ name: 'alttext', value: tex });
    }
  }
}

function texOf(markup: string): string {
  try {
    // XML does not know this entity.
    return MathMLToLaTeX.convert(markup.replaceAll('&nbsp;', ' ')).trim();
  } catch {
    return '';
  }
}
