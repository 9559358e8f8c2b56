import fc from 'fast-check';
import type { CollectionFilters } from '../../src/domain/collection';
import { unixMs } from '../../src/domain/time';
import {
  BOOKMARK_TYPES,
  type Clock,
  DATE_FIELDS,
  NAMED_PERIODS,
  type Period,
  QUERY_FIELDS,
  type QueryTerm,
  READ_STATES,
  SEARCH_FIELDS,
  type SearchField,
  STATES,
} from '../../src/query';
import type { QueryDocument } from './matches-query';

/** A Tuesday. In Berlin the clocks change on 29 March. */
export const CLOCK: Clock = {
  now: unixMs(Date.parse('2026-03-31T10:30:00Z')),
  timeZone: 'Europe/Berlin',
};

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'ab"\'\\ -*:\n()\u200F\u202E'), maxLength: 12 }),
  fc.constantFrom(
    'is:unread',
    'is:new',
    'title:',
    'label:x',
    'before:',
    '-',
    '*',
    '"',
    '日本語',
    '',
  ),
);

/** Texts of a search box, with and without the syntax of the language. */
export const anySearch = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...QUERY_FIELDS.flatMap((field) => [`${field}:`, ` -${field}:`]),
        ...['unread', '2025-02-30', '2025', '7d', '<10', '5-', '"', "'", '\\', ' ', ' ', '*', '-'],
        ...['word', '(', '\u202E', '\u200F', 'é', '京'],
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join('')),
);

const isExcluded = fc.boolean();
const period: fc.Arbitrary<Period> = fc.oneof(
  fc
    .record({
      year: fc.integer({ min: 2020, max: 2027 }),
      month: fc.option(fc.integer({ min: 1, max: 12 })),
      day: fc.option(fc.integer({ min: 1, max: 28 })),
    })
    .map(({ year, month, day }) => ({
      kind: 'calendar' as const,
      year,
      month,
      day: month === null ? null : day,
    })),
  fc.record({ kind: fc.constant('named' as const), name: fc.constantFrom(...NAMED_PERIODS) }),
  fc.record({
    kind: fc.constant('last' as const),
    count: fc.integer({ min: 1, max: 60 }),
    unit: fc.constantFrom('d', 'w', 'm', 'y'),
  }),
);
const instant: fc.Arbitrary<Period> = fc
  .constantFrom('now', '-7d', '+2w', '-3m', '-1y', '2025-03-04T10:00:00Z', '2025-03-04T10:00:00.5Z')
  .map((text) => ({ kind: 'instant', text }));
const minutes = fc.nat({ max: 40 });

const textTerm = fc.record({
  kind: fc.constant('text' as const),
  field: fc.constantFrom<SearchField | null>(null, ...SEARCH_FIELDS),
  text: anyText,
  isPrefix: fc.boolean(),
  isExcluded,
});

export const conditionTerm: fc.Arbitrary<QueryTerm> = fc.oneof(
  fc.record({
    kind: fc.constant('state' as const),
    state: fc.constantFrom(...STATES),
    isExcluded,
  }),
  fc.record({
    kind: fc.constant('type' as const),
    type: fc.constantFrom(...BOOKMARK_TYPES),
    isExcluded,
  }),
  fc.record({
    kind: fc.constant('date' as const),
    field: fc.constantFrom(...DATE_FIELDS),
    period,
    isExcluded,
  }),
  fc.record({
    kind: fc.constant('date' as const),
    field: fc.constantFrom('before', 'after'),
    period: instant,
    isExcluded,
  }),
  fc.record({
    kind: fc.constant('length' as const),
    length: fc.oneof(
      fc.record({
        kind: fc.constant('compared' as const),
        comparison: fc.constantFrom('<', '<=', '>', '>=', '='),
        minutes,
      }),
      fc
        .tuple(minutes, minutes)
        .map(([a, b]) => ({ kind: 'range' as const, from: Math.min(a, b), to: Math.max(a, b) })),
    ),
    isExcluded,
  }),
);

export const anyTerm: fc.Arbitrary<QueryTerm> = fc.oneof(textTerm, conditionTerm);

/** Bookmarks that were saved until now. */
export const anyDocument: fc.Arbitrary<QueryDocument> = fc
  .record({
    type: fc.constantFrom(...BOOKMARK_TYPES),
    created: fc.integer({ min: Date.parse('2020-01-01'), max: CLOCK.now }).map(unixMs),
    readProgress: fc.constantFrom(0, 1, 50, 99, 100),
    isArchived: fc.boolean(),
    isFavourite: fc.boolean(),
    isHighlighted: fc.boolean(),
    isNoted: fc.boolean(),
    hasError: fc.boolean(),
    isOffline: fc.boolean(),
    minutes: fc.option(minutes),
    labels: fc.subarray(['x', 'Science', 'to read']),
    authors: fc.subarray(['Ada Lovelace', 'Grace Hopper']),
    title: fc.constantFrom('The Café', 'is unread', 'a b'),
  })
  .map((fields) => ({
    description: '',
    text: 'word 日本語 word',
    sites: ['Daily', 'daily.example'],
    notes: [],
    quotes: [],
    ...fields,
  }));

const flag = fc.constantFrom(null, true, false);
const range = fc.constantFrom(
  ...['', 'now', '-7d', '+2w', ' -1y ', '2025-02-03', '2025-02-02T23:00:00Z', '3 Feb 2025'],
  ...['2025-02-03T10:00:00.123+02:00', '1700000000', 'some day', '-99999y', '0001-01-01'],
);
const box = fc.oneof(
  fc.constant(''),
  fc
    .array(fc.oneof(anyText, fc.constantFrom('"a b"', '-c', 'ice*')), { maxLength: 3 })
    .map((words) => words.join(' ')),
);

/** Filters of collections, as any client may have written them. */
export const anyFilters: fc.Arbitrary<CollectionFilters> = fc.record({
  search: box,
  title: box,
  author: box,
  site: box,
  labels: box,
  note: box,
  types: fc.subarray([...BOOKMARK_TYPES]),
  readStatus: fc.subarray([...READ_STATES]),
  isFavourite: flag,
  isArchived: flag,
  isLoaded: flag,
  hasErrors: flag,
  hasLabels: flag,
  hasAnnotations: flag,
  rangeStart: range,
  rangeEnd: range,
});
