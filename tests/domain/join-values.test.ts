import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankValues } from '../../src/domain/bookmark-values';
import { isKnownValue, type JoinSide, joinValues } from '../../src/domain/join-values';
import { type UnixMs, unixMs } from '../../src/domain/time';

const URL = 'https://example.org/ice';
const SAVED = Date.UTC(2026, 0, 1);

const labels = fc.uniqueArray(fc.constantFrom('ice', 'ICE', 'polar', 'to read'), { maxLength: 3 });
const note = fc.constantFrom('', 'For Ada', 'Read twice', 'For Ada\n\nRead twice');

/** The state that a person gives to any bookmark. */
const state = fc.record({
  labels,
  note,
  excerpt: fc.constantFrom('', 'Once', 'Once upon a time'),
  isFavourite: fc.boolean(),
  isArchived: fc.boolean(),
  readProgress: fc.integer({ min: 0, max: 100 }),
  readAnchor: fc.constantFrom('', 'p:nth-child(3)', 'h2'),
  created: fc.integer({ min: SAVED, max: SAVED + 5 }).map(unixMs),
});

/** The values that a page states; it may leave out any. */
const page = fc.record({
  title: fc.constantFrom('Ice', 'Ice in the north', URL),
  siteName: fc.constantFrom('', 'Example', 'The Example'),
  authors: fc.constantFrom([], ['Ada'], ['Ada', 'Grace']),
  published: fc.constantFrom(null, '2025-03-01', '2025-03-01T10:00:00Z'),
  lang: fc.constantFrom('', 'en', 'en-GB'),
  textDirection: fc.constantFrom(null, 'ltr' as const),
  description: fc.constantFrom('', 'About ice'),
  type: fc.constantFrom('article' as const, 'video' as const),
});

const undone = fc.subarray(['isFavourite', 'isArchived'] as const);

/** The sources of a bookmark. */
const sources = {
  'only its address': state.map(
    (values): JoinSide => ({
      values: { ...blankValues(), title: URL, ...values },
      hasPageValues: true,
    }),
  ),
  captured: fc.tuple(state, page, undone).map(
    ([values, found, undone]): JoinSide => ({
      values: { ...blankValues(), ...found, ...values },
      hasPageValues: true,
      undone,
    }),
  ),
  imported: fc
    .tuple(state, page)
    .map(([values, found]): JoinSide => ({ values: { ...blankValues(), ...found, ...values } })),
  edited: fc.tuple(state, page, undone).map(
    ([values, found, undone]): JoinSide => ({
      values: { ...blankValues(), ...found, title: 'My own title', ...values },
      originalValues: { title: found.title },
      hasPageValues: true,
      undone,
    }),
  ),
  'read by the server': fc.tuple(state, page).map(
    ([values, found]): JoinSide => ({
      values: { ...blankValues(), ...found, ...values, excerpt: '' },
    }),
  ),
};

const pairs = Object.entries(sources).flatMap(([nameA, a]) =>
  Object.entries(sources).map(([nameB, b]) => [nameA, nameB, a, b] as const),
);

const WORDS = ['title', 'siteName', 'authors', 'published', 'lang', 'description', 'type'] as const;

describe('two bookmarks of one page that become one', () => {
  it.each(pairs)(
    'give the same in any order and when they are joined again: %s, %s',
    (_a, _b, a, b) => {
      fc.assert(
        fc.property(a, b, (one, other) => {
          const joined = joinValues([one, other]);
          expect(joinValues([other, one])).toEqual(joined);
          const { originalValues, ...values } = joined;
          const undone = [...(one.undone ?? []), ...(other.undone ?? [])];
          const again: JoinSide = { values, originalValues, undone };
          expect(joinValues([again, one, other])).toEqual(joined);
          expect(joinValues([one, one])).toEqual(joinValues([one]));
        }),
      );
    },
  );

  it.each(pairs)('lose nothing: %s, %s', (_a, _b, a, b) => {
    fc.assert(
      fc.property(a, b, (one, other) => {
        const joined = joinValues([one, other]);
        for (const { values } of [one, other]) {
          for (const field of WORDS)
            if (isKnownValue(field, values[field]))
              expect(isKnownValue(field, joined[field])).toBe(true);
          expect(joined.created).toBeLessThanOrEqual(values.created);
          expect(joined.readProgress).toBeGreaterThanOrEqual(values.readProgress);
          const keys = joined.labels.map((label) => label.toLowerCase());
          for (const label of values.labels) expect(keys).toContain(label.toLowerCase());
          if (values.note)
            expect(`
${joined.note}
`).toContain(`
${values.note}
`);
          expect(joined.excerpt).toContain(values.excerpt);
        }
        for (const flag of ['isFavourite', 'isArchived'] as const) {
          const isUndone = [one, other].some(({ undone = [] }) => undone.includes(flag));
          const isEither = one.values[flag] || other.values[flag];
          expect(joined[flag]).toBe(isEither && !isUndone);
        }
      }),
    );
  });

  it('have what a person edited, or else what a person may have edited, or else the value of the page', () => {
    const side = (title: string, more: Partial<JoinSide> = {}): JoinSide => ({
      values: { ...blankValues(), title, created: unixMs(SAVED) as UnixMs },
      ...more,
    });
    const edited = side('Mine', { originalValues: { title: 'A long title of the page' } });
    const captured = side('A long title of the page', { hasPageValues: true });
    const unknown = side('Elsewhere');
    const address = side(URL);
    const ordered = [edited, unknown, captured, address];
    for (const [at, better] of ordered.entries()) {
      for (const worse of ordered.slice(at + 1))
        expect(joinValues([worse, better]).title).toBe(better.values.title);
    }
    expect(joinValues([side('Left out'), side('Kept', { remains: true })]).title).toBe('Kept');
    expect(joinValues([side('Longer'), side('Long')]).title).toBe('Longer');
    const earlier = {
      ...side('First'),
      values: { ...side('First').values, created: unixMs(SAVED - 1) },
    };
    expect(joinValues([side('The second'), earlier]).title).toBe('First');
    expect(joinValues([edited, side('Kept', { remains: true })]).title).toBe('Mine');
  });
});
