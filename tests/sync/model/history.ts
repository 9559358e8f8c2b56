import fc from 'fast-check';
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time';
import { ACTIONS, type Action, UNDOS } from './actions';
import { aheadMs, DEVICES, URLS } from './rounds';

const roundOf = (device: number): Action & { kind: 'round' } => ({
  kind: 'round',
  device,
  faults: [],
  end: null,
  full: null,
  during: null,
});

/** All devices have a page that the server has read. */
const PAGE_EVERYWHERE: readonly Action[] = [
  { kind: 'save', device: 0, url: URLS[0]!, hasArticle: true },
  roundOf(0),
  { kind: 'work' },
  ...[0, 1, 2].map(roundOf),
];

/** All devices have an article that one of them has captured. */
const ARTICLE_EVERYWHERE: readonly Action[] = [
  { kind: 'capture', device: 0, url: URLS[0]!, words: 60, isTitled: true, isDescribed: true },
  ...PAGE_EVERYWHERE.slice(1),
];

/**
 * Two devices create a page at the same time, and no delete arrives, so that neither bookmark gives way
 * yet. The third device lists both.
 */
const PAGE_TWICE: readonly Action[] = [
  ...[0, 1].map((at): Action => ({ kind: 'cut', device: at, isCut: true })),
  { kind: 'save', device: 0, url: URLS[0]!, hasArticle: true },
  { kind: 'wait', ms: HOUR_MS },
  { kind: 'save', device: 1, url: URLS[0]!, hasArticle: true },
  {
    ...roundOf(1),
    during: { method: 'POST', after: 0, action: { kind: 'other-round', by: 2, end: null } },
  },
  { kind: 'work' },
  { kind: 'wait', ms: MINUTE_MS },
  ...[0, 1, 2].map(roundOf),
];

export interface History {
  /** The initial difference between each device's clock and the server's, in milliseconds. */
  readonly aheadMs: readonly number[];
  readonly actions: readonly Action[];
  /** True if the server answers as Readeck does. */
  readonly isReadeck: boolean;
}

const historiesOf = (
  action: fc.Arbitrary<Action>,
  { before = [], minLength = 15, maxLength = 45 }: HistoryOptions = {},
): fc.Arbitrary<History> =>
  fc.record({
    isReadeck: fc.boolean(),
    aheadMs: fc.array(aheadMs, { minLength: DEVICES, maxLength: DEVICES }),
    actions: fc
      .array(action, { minLength, maxLength, size: 'max' })
      .map((later) => [...before, ...later]),
  });

interface HistoryOptions {
  /** Actions that come first. */
  readonly before?: readonly Action[];
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Random histories, by their main subject. */
export const HISTORIES = {
  bookmarks: historiesOf(ACTIONS.bookmarks),
  mixed: historiesOf(ACTIONS.mixed),
  labels: historiesOf(ACTIONS.labels),
  notes: historiesOf(ACTIONS.notes),
  collections: historiesOf(ACTIONS.collections),
  highlights: historiesOf(ACTIONS.highlights, { before: PAGE_EVERYWHERE }),
  articles: fc.oneof(historiesOf(ACTIONS.articles, { minLength: 6, maxLength: 24 }), {
    weight: 3,
    // A later capture hides a fault of an earlier one, so these are short.
    arbitrary: historiesOf(ACTIONS.articles, {
      before: ARTICLE_EVERYWHERE,
      minLength: 3,
      maxLength: 14,
    }),
  }),
  twins: historiesOf(ACTIONS.twins, { before: PAGE_TWICE, minLength: 6, maxLength: 20 }),
  libraries: historiesOf(ACTIONS.libraries, {
    before: [0, 1].map((at) => ({ kind: 'restore-file', device: at })),
    minLength: 6,
    maxLength: 20,
  }),
  undos: fc.oneof(
    historiesOf(UNDOS.bookmarks),
    historiesOf(UNDOS.mixed),
    historiesOf(UNDOS.labels),
    historiesOf(UNDOS.notes),
    historiesOf(UNDOS.collections),
    historiesOf(UNDOS.highlights, { before: PAGE_EVERYWHERE }),
    historiesOf(UNDOS.twins, { before: PAGE_TWICE, minLength: 6, maxLength: 20 }),
  ),
};
