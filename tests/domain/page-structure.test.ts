import { describe, expect, it } from 'vitest';
import { textKey } from '../../src/domain/site-rules/page-structure';

const LONG = 'A pond needs plants of several depths, and a shallow bank for the frogs. '.repeat(4);

describe('the key of a text', () => {
  it('is the same whatever the white space', () => {
    expect(textKey(`  ${LONG.replaceAll(' ', '\n\t')}`)).toBe(textKey(LONG));
  });

  it('differs where the start, the end or the length differs', () => {
    const others = [`The${LONG.slice(3)}`, `${LONG.trim().slice(0, -1)}!`, `${LONG}So.`];
    const keys = [LONG, ...others].map(textKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('differs for short texts that differ in one letter', () => {
    const texts = [
      'a',
      'b',
      'frogs and newts',
      'frogs and newt',
      'x'.repeat(60),
      `${'x'.repeat(59)}y`,
    ];
    expect(new Set(texts.map(textKey)).size).toBe(texts.length);
  });

  it('reads only the start and the end of a long text', () => {
    const middle = LONG.length / 2;
    const changed = `${LONG.slice(0, middle)}#${LONG.slice(middle + 1)}`;
    expect(textKey(changed)).toBe(textKey(LONG));
  });
});
