import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { BookmarkInfo, readerOf } from '../../src/contract';

const IMAGE = { src: 'https://read.example.org/bm/a.jpeg', width: 800, height: 450 };
/** As our own server sends it. */
const NORMAL = {
  id: 'YcVfxkQb6JRzq111111111',
  href: 'https://read.example.org/api/bookmarks/YcVfxkQb6JRzq111111111',
  created: '2026-01-02T03:04:05Z',
  updated: '2026-01-02T03:04:06Z',
  state: 0,
  loaded: true,
  url: 'https://example.org/',
  title: 'A harbour',
  site_name: 'Example',
  site: 'example.org',
  published: '2026-01-01T00:00:00Z',
  authors: ['Ann'],
  lang: 'en',
  text_direction: 'ltr',
  document_type: 'article',
  type: 'article',
  has_article: true,
  description: '',
  is_deleted: false,
  is_marked: true,
  is_archived: false,
  read_progress: 50,
  labels: ['ice', 'to read'],
  word_count: 1200,
  reading_time: 6,
  resources: { article: { src: 'a' }, image: IMAGE, log: { src: 'l' }, props: { src: 'p' } },
  omit_description: false,
  read_anchor: '',
  links: [{ url: 'u', domain: 'd', title: 't', is_page: true, content_type: 'text/html' }],
};
const PATHS: readonly (readonly (string | number)[])[] = [
  ...Object.keys(NORMAL).map((key) => [key]),
  ...['article', 'icon', 'image', 'log'].map((key) => ['resources', key]),
  ...['src', 'width'].map((key) => ['resources', 'image', key]),
  ...['domain', 'is_page'].map((key) => ['links', 0, key]),
  ['labels', 0],
  ['errors'],
  ['embed'],
  ['of_a_newer_version'],
  ['resources', '__proto__'],
];
const read = readerOf(BookmarkInfo);
const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** NORMAL with another value at `path`; undefined takes the field away. */
function changed(path: readonly (string | number)[], value: unknown): unknown {
  const json = JSON.stringify(NORMAL);
  const whole: unknown = JSON.parse(json);
  let place = Object(whole);
  for (const step of path.slice(0, -1)) place = Object(place[step]);
  const last = path.at(-1) ?? '';
  // As JSON has it: a field of that name, whatever it means to objects.
  Object.defineProperty(place, last, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  if (value === undefined) delete place[last];
  return whole;
}

const odd = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    '',
    '12',
    'true',
    'false',
    0,
    -1,
    101,
    1.5,
    2 ** 60,
    true,
    false,
  ),
  fc.constantFrom('rtl', 'video', [], {}, ['a'], [null], [1], 'x y'),
  fc.jsonValue({ maxDepth: 2 }),
);

describe('reading by a schema', () => {
  it('gives what is in the normal form as it is', () => {
    const value = copy(NORMAL);
    expect(read(value)).toBe(value);
    const withMore = changed(['of_a_newer_version'], { kept: true });
    expect(read(withMore)).toBe(withMore);
  });

  it('gives of everything else what parsing gives', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...PATHS), odd), { maxLength: 2 }), (edits) => {
        for (const [path, value] of edits) {
          const sent = changed(path, value);
          const parsed = BookmarkInfo.safeParse(structuredClone(sent));
          expect(read(sent)).toEqual(parsed.success ? parsed.data : null);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['a format that says more than it shows', z.url(), 'no address'],
    ['a check of its own', z.string().check(z.refine((text) => text !== 'x')), 'x'],
    ['an object that drops what it does not know', z.object({ a: z.string() }), { a: 'b', c: 1 }],
    ['a pattern with a memory', z.string().check(z.regex(/b/g)), 'ab'],
    ['a length', z.array(z.string()).check(z.maxLength(1)), ['a', 'b']],
    ['another kind of number', z.int32(), 2 ** 40],
    ['a default', z._default(z.string(), 'a'), undefined],
    ['a default that may be absent', z.optional(z._default(z.string(), 'a')), undefined],
    [
      'a field with a default that may be absent',
      z.looseObject({ a: z.optional(z._default(z.string(), 'a')) }),
      {},
    ],
    ['a field that has to be there', z.looseObject({ a: z.custom(() => true) }), {}],
    [
      'a field that is there or not',
      z.looseObject({ a: z.exactOptional(z.string()) }),
      { a: undefined },
    ],
    [
      'a preparation that refuses',
      z.pipe(
        z.transform((value, { issues }) => {
          issues.push({ code: 'custom', input: value, message: 'no' });
          return value;
        }),
        z.string(),
      ),
      'a',
    ],
    [
      'a preparation with a check',
      z.pipe(z.transform((value) => value).check(z.refine((value) => value !== 'a')), z.string()),
      'a',
    ],
    [
      'a preparation that is a codec',
      z.codec(z.string(), z.string(), { decode: (text) => `${text}!`, encode: (text) => text }),
      'a',
    ],
  ] as const)('leaves to parsing what it can not tell: %s', (_, schema, value) => {
    const parsed = schema.safeParse(value);
    const reader = readerOf(schema);
    for (let time = 0; time < 2; time++) {
      expect(reader(value)).toEqual(parsed.success ? parsed.data : null);
    }
  });
});
