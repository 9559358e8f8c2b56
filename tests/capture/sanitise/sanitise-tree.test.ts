import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitiseArticle, sanitiseTree } from '../../../src/capture/index';
import { anyTree } from '../../support/any-tree';
import { htmlOf, parsed } from '../../support/article-html';
import { dangersIn } from '../../support/dangers';
import { XSS_VECTORS } from '../../support/xss-vectors';

/** A document without a window, like the copy of a page. */
const inert = document.implementation.createHTMLDocument('');

function fragmentOf(html: string): DocumentFragment {
  const box = inert.createElement('div');
  box.innerHTML = html;
  const fragment = inert.createDocumentFragment();
  fragment.append(...box.childNodes);
  return fragment;
}

const clean = (html: string): string => htmlOf(sanitiseTree(fragmentOf(html)));

describe('sanitiseTree in the DOM of a browser', () => {
  it.each(XSS_VECTORS)('gives the same result as DOMPurify for $name', ({ html }) => {
    expect(clean(html)).toBe(htmlOf(sanitiseArticle(fragmentOf(html))));
  });

  it('returns nothing dangerous for a tree that a script has made, parsed again or not', () => {
    fc.assert(
      fc.property(anyTree, (build) => {
        const safe = sanitiseTree(build(inert, true));
        expect(dangersIn(safe)).toEqual([]);
        expect(dangersIn(parsed(htmlOf(safe)))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same result as DOMPurify for a tree that a script has made', () => {
    fc.assert(
      fc.property(anyTree, (build) => {
        const [ours, theirs] = [build(inert, false), build(inert, false)];
        // DOMPurify keeps names in upper case, which a parser reads in lower case.
        expect(parsed(htmlOf(sanitiseTree(ours))).innerHTML).toBe(
          parsed(htmlOf(sanitiseArticle(theirs))).innerHTML,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('drops the customised name of an element even without its attribute', () => {
    const fragment = inert.createDocumentFragment();
    const element = inert.createElement('p', { is: 'time-ago' });
    element.textContent = 'Yesterday';
    fragment.append(element);
    expect(htmlOf(sanitiseTree(fragment))).toBe('<p>Yesterday</p>');
  });

  it('drops handlers whose names are not in lower case', () => {
    const fragment = inert.createDocumentFragment();
    const element = inert.createElement('p');
    element.setAttributeNS(null, 'ONCLICK', '__xss()');
    fragment.append(element);
    expect(htmlOf(sanitiseTree(fragment))).toBe('<p></p>');
  });

  it.each(['constructor', '__proto__', 'toString'])(
    'drops an element whose namespace is named %s, and keeps the rest',
    (namespace) => {
      const fragment = fragmentOf('<p>before</p><p>after</p>');
      const element = inert.createElementNS(namespace, 'p');
      element.textContent = 'inside';
      fragment.insertBefore(element, fragment.lastChild);
      expect(htmlOf(sanitiseTree(fragment))).toBe('<p>before</p><p>after</p>');
    },
  );

  it.each(['localName', 'nodeType', 'nodeValue', 'namespaceURI', 'attributes', 'firstChild'])(
    'reads a form whose control shadows its %s',
    (name) => {
      expect(clean(`<form><input name="${name}"><p>a</p></form><p>b</p>`)).toBe('<p>a</p><p>b</p>');
    },
  );

  it('leaves the article as it is', () => {
    const fragment = fragmentOf('<p onclick="a()">b<script>c</script></p>');
    const before = htmlOf(fragment);
    sanitiseTree(fragment);
    expect(htmlOf(fragment)).toBe(before);
  });
});
