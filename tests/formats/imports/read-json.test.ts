import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_JSON_DEPTH } from '../../../src/formats/imports/limits';
import { readJson, shapeFailure } from '../../../src/formats/imports/read-json';

/** Characters with a meaning in JSON outside of strings. */
const text = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', 'a', ' ') });

const nested = (value: string, depth: number): unknown =>
  depth === 0
    ? value
    : depth % 2
      ? [value, nested(value, depth - 1)]
      : { [value]: nested(value, depth - 1) };

describe('readJson', () => {
  it('reads any strings at the deepest level that is allowed', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: MAX_JSON_DEPTH }), (value, depth) => {
        const written = nested(value, depth);
        expect(readJson(JSON.stringify(written))).toEqual({ ok: true, value: written });
      }),
    );
  });

  it('refuses deeper nesting with any strings', () => {
    const tooDeep = { ok: false, error: { kind: 'too-deep' } };
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 20 }), (value, more) => {
        const written = JSON.stringify(nested(value, MAX_JSON_DEPTH + more));
        expect(readJson(written)).toEqual(tooDeep);
      }),
    );
  });

  it('takes as many rows and fields as a service exports of a large library', () => {
    const texts = Array.from({ length: 23 }, (_, at) => [`text${at}`, '']);
    const lists = Array.from({ length: 4 }, (_, at) => [`list${at}`, []]);
    const row = JSON.stringify(Object.fromEntries([...texts, ...lists]));
    expect(shapeFailure(`[${`${row},`.repeat(160_000)}{}]`)).toBeNull();
  });

  it.each(['"', '["\\', '["\\"', '"\\"]]]', '["a', `["${'\\'.repeat(99_999)}`])(
    'refuses a string without an end: %#',
    (written) => {
      expect(readJson(written)).toEqual({ ok: false, error: { kind: 'not-json' } });
    },
  );
});
