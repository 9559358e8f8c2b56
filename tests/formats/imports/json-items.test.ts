import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonItems } from '../../../src/formats/imports/json-items';

const readAll = (text: string, path: readonly string[]) => {
  const items = new JsonItems(text, path);
  return { found: [...items], isWhole: items.isWhole };
};

/** White space that JSON allows between values. */
const spaces = fc.constantFrom(undefined, 1, '\t', '\r\n');

describe('JsonItems', () => {
  it('finds the values that JSON.parse finds, in lists and in lists of lists', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), spaces, (list, other, space) => {
        const found = list.map((value) => ({ ok: true, value: JSON.parse(JSON.stringify(value)) }));
        const whole = { found, isWhole: true };
        expect(readAll(JSON.stringify(list, null, space), ['*'])).toEqual(whole);
        const nested = { first: other, 'the "list"': [{ x: list, y: other }, other], last: other };
        const written = JSON.stringify(nested, null, space);
        expect(readAll(written, ['the "list"', '*', 'x', '*']).found.slice(0, list.length)).toEqual(
          found,
        );
      }),
    );
  });

  it('finds the values before the place where a text breaks off, and says so', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), (list, cut) => {
        const written = JSON.stringify(list);
        const { found, isWhole } = readAll(written.slice(0, cut % written.length), ['*']);
        expect(isWhole).toBe(false);
        const whole = JSON.parse(written);
        for (const [at, item] of found.slice(0, -1).entries()) {
          expect(item).toEqual({ ok: true, value: whole[at] });
        }
      }),
    );
  });

  it('goes on after a value that cannot be parsed', () => {
    expect(readAll('[1, {"a": tru}, [2]]', ['*'])).toEqual({
      found: [
        { ok: true, value: 1 },
        { ok: false, text: '{"a": tru}' },
        { ok: true, value: [2] },
      ],
      isWhole: true,
    });
  });

  it('ends with any text', () => {
    const part = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', '"a"', '1', ' ', 'é');
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('');
        readAll(text, ['*']);
        readAll(text, ['a', '*', 'a', '*']);
      }),
    );
  });
});
