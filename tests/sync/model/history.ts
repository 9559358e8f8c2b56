import fc from 'fast-check';
import { ACTIONS, type Action } from './actions';
import { aheadMs, DEVICES, URLS } from './rounds';

const roundOf = (device: number): Action => ({
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
  libraries: historiesOf(ACTIONS.libraries, {
    before: [0, 1].map((at) => ({ kind: 'restore-file', device: at })),
    minLength: 6,
    maxLength: 20,
  }),
};
