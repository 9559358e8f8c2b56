import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  api,
  bookmarkSearch,
  bookmarkUpdate,
  declaredAnswer,
  decodeForm,
  decodeQuery,
  encodePairs,
  type FormInput,
  readBody,
} from '../../src/contract/index';

describe('readBody', () => {
  const read = (contentType: string | null, body: string) => {
    const source = readBody(bookmarkUpdate, contentType, body);
    if (!source.ok) return source.error.errors;
    const decoded = decodeForm(bookmarkUpdate, source.value);
    return decoded.ok ? decoded.value : decoded.error.fields;
  };

  it('reads a body according to its type', () => {
    expect(read('application/json; charset=utf-8', '{"title":"a"}')).toEqual({ title: 'a' });
    expect(read('application/x-www-form-urlencoded', 'title=a&is_marked=on')).toEqual({
      title: 'a',
      is_marked: true,
    });
  });

  it.each([
    [null, '{}', 'Invalid content-type'],
    ['json', '{}', 'Invalid content-type'],
    ['text/plain', '{}', 'Unknown content-type'],
    ['application/json', '[1]', 'invalid input data'],
    ['application/json', '{"title":', 'invalid input data'],
    ['application/json', '{\uFFFD}', 'invalid input data'],
  ])('rejects a body of type %j with %j: %s', (contentType, body, message) => {
    expect(read(contentType, body)).toEqual([message]);
  });
});

describe('encodePairs', () => {
  it('writes a query that the server reads back unchanged', () => {
    const search: fc.Arbitrary<FormInput<typeof bookmarkSearch>> = fc.record(
      {
        search: fc.string({ minLength: 1, unit: 'grapheme' }).filter((t) => t === t.trim()),
        is_marked: fc.boolean(),
        type: fc.uniqueArray(fc.constantFrom('article', 'photo', 'video'), { minLength: 1 }),
        id: fc.array(fc.stringMatching(/^\w{22}$/), { minLength: 1 }),
        sort: fc.constant(['-created'] as const),
        range_start: fc.constantFrom('now', '-3d', '2026-01-02'),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(search, (values) => {
        fc.pre(values.search !== '\uFF00');
        const decoded = decodeQuery(bookmarkSearch, encodePairs(values).toString());
        expect(decoded).toEqual({ ok: true, value: values });
      }),
    );
  });

  it('writes null, and leaves out absent and unsupported values', () => {
    const pairs = encodePairs({ a: null, b: undefined, c: [], d: {}, e: 0, f: ['x', 'y'] });
    expect(pairs.toString()).toBe('a=%EF%BC%80&e=0&f=x&f=y');
  });
});

describe('promisedBy', () => {
  it('returns the response that the route declares', () => {
    expect(declaredAnswer(api.bookmarks.list, 304)).toEqual({
      status: 304,
      answer: api.bookmarks.list.answers[304],
    });
  });

  it("treats another successful status as the route's own", () => {
    const { answers } = api.sharing.link;
    expect(declaredAnswer(api.sharing.link, 200)).toEqual({ status: 201, answer: answers[201] });
  });

  it('returns null for any other status', () => {
    for (const status of [100, 302, 404, 500]) {
      expect(declaredAnswer(api.bookmarks.read, status)).toBeNull();
    }
  });
});
