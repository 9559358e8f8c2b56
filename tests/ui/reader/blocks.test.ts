import { beforeEach, describe, expect, it } from 'vitest';
import { anchorOf, findAnchor } from '../../../src/ui/reader/blocks';

let root: HTMLElement;

beforeEach(() => {
  document.body.innerHTML = `<article><p>one</p><div><p>two</p><ul><li>three</li><li id="x">four</li></ul></div></article>`;
  root = document.querySelector('article')!;
});

describe('anchorOf', () => {
  it('describes an element by its position from the root', () => {
    expect(anchorOf(root, root.querySelector('#x')!)).toBe(
      'div:nth-child(2)>ul:nth-child(2)>li:nth-child(2)',
    );
  });

  it('can be resolved for every element of the article', () => {
    for (const element of root.querySelectorAll('*')) {
      expect(findAnchor(root, anchorOf(root, element))).toBe(element);
    }
  });

  it('is empty for elements outside the article', () => {
    expect(anchorOf(root, document.documentElement)).toBe('');
  });

  it('describes the deepest ancestor that fits when the path is too long for the service', () => {
    let inner: Element = root;
    for (let depth = 0; depth < 40; depth++) {
      inner = inner.appendChild(document.createElement('section'));
    }
    const anchor = anchorOf(root, inner);
    expect(anchor.length).toBeLessThanOrEqual(256);
    expect(findAnchor(root, anchor)?.contains(inner)).toBe(true);
  });
});

describe('findAnchor', () => {
  it('finds nothing when the article has changed', () => {
    expect(findAnchor(root, 'p:nth-child(99)')).toBeNull();
  });

  it.each(['', ':::', 'p[', '<script>'])('finds nothing for %j', (anchor) => {
    expect(findAnchor(root, anchor)).toBeNull();
  });

  it('accepts a selector that another program wrote', () => {
    expect(findAnchor(root, '#x')?.textContent).toBe('four');
  });
});
