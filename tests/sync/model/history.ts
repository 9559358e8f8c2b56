import fc from 'fast-check';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/domain/time';
import { FAULTS_AFTER_SERVER, FAULTS_BEFORE_SERVER, type Fault } from './faults';
import { OLD_PAGES } from './old-library';

export const DEVICES = 3;
/** Two pages, so that the devices' changes conflict. One page has two addresses. */
const URLS = ['https://one.example/', 'https://two.example/a', 'https://two.example/a#part'];

const device = fc.nat({ max: DEVICES - 1 });
const url = fc.constantFrom(...URLS);
const ofKind = <K extends string, V extends object>(
  kind: K,
  fields: { [F in keyof V]: fc.Arbitrary<V[F]> },
) => fc.record({ kind: fc.constant(kind), ...fields }) as fc.Arbitrary<{ kind: K } & V>;

/** A name that is new, that another label has, or that differs in case only. */
const newName = fc.constantFrom('new' as const, 'new' as const, 'other' as const, 'case' as const);

/** Most requests have no fault, so that a round reaches the requests that send changes. */
const fault = fc.oneof(
  { weight: 5, arbitrary: fc.constant('none' as const) },
  { weight: 3, arbitrary: fc.constantFrom(...FAULTS_AFTER_SERVER) },
  { weight: 1, arbitrary: fc.constantFrom(...FAULTS_BEFORE_SERVER) },
);
/** A fault occurs once or three times, because the client sends safe requests up to three times. */
const some = fc
  .tuple(fault, fc.constantFrom(1, 1, 1, 3))
  .map(([one, times]) => Array(times).fill(one));
const faults = fc
  .array(some, { maxLength: 8, size: 'max' })
  .map((groups): readonly Fault[] => groups.flat());
const end = fc.option(
  fc.record({ awaits: fc.integer({ min: 1, max: 40 }), isDone: fc.boolean() }),
  { freq: 3 },
);
const full = fc.option(
  fc.record({ from: fc.integer({ min: 1, max: 12 }), writes: fc.integer({ min: 1, max: 4 }) }),
  { freq: 4 },
);
const aheadMs = fc.constantFrom(0, 0, 3 * DAY_MS, -3 * DAY_MS);

/** The answer of each person after the server lost data. A person who is away gives none. */
const answers = fc.array(fc.constantFrom('send-back', 'accept', 'away'), {
  minLength: DEVICES,
  maxLength: DEVICES,
});

const renaming = ofKind('rename-label', { device, to: newName, isUndone: fc.boolean() });
const deletion = ofKind('delete-label', { device, isUndone: fc.boolean() });
/** A round of another device. `by` is added to the number of the device. */
const otherRound = ofKind('other-round', { by: fc.integer({ min: 1, max: DEVICES - 1 }), end });
const method = fc.constantFrom(
  'GET' as const,
  'POST' as const,
  'PATCH' as const,
  'DELETE' as const,
);
/** The number of requests with that method that come before. */
const after = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat({ max: 12 }));
const duringOther = { weight: 2, arbitrary: fc.record({ method, after, action: otherRound }) };
/** An action on the same device, or a round of another one, while a request of the round is under way. */
const during = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  duringOther,
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constant('DELETE' as const),
      after: fc.constant(0),
      action: fc.oneof(
        ofKind('restore', { url }),
        ofKind('save', { url, hasArticle: fc.boolean() }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      method,
      after,
      action: fc.oneof(
        ofKind('save', { url, hasArticle: fc.boolean() }),
        ofKind('title', { url }),
        ofKind('label', { url }),
        ofKind('flag', { url, isFavourite: fc.boolean(), isArchived: fc.boolean() }),
        ofKind('read', { url, readProgress: fc.constantFrom(0, 20, 60, 100) }),
        ofKind('trash', { url }),
        ofKind('purge', { url }),
        ofKind('restore', { url }),
      ),
    }),
  },
);
const round = ofKind('round', { device, faults, end, full, during });
const plainRound = ofKind('round', { device, faults, end, full, during: fc.constant(null) });
const wait = ofKind('wait', { ms: fc.constantFrom(SECOND_MS, 30 * SECOND_MS, HOUR_MS) });

/** Actions of people, of workers, and of their environment. */
const actions = fc.oneof(
  { weight: 4, arbitrary: ofKind('save', { device, url, hasArticle: fc.boolean() }) },
  { weight: 3, arbitrary: ofKind('title', { device, url }) },
  { weight: 3, arbitrary: ofKind('label', { device, url }) },
  { weight: 2, arbitrary: ofKind('unlabel', { device, url }) },
  { weight: 2, arbitrary: renaming },
  { weight: 1, arbitrary: deletion },
  {
    weight: 4,
    arbitrary: ofKind('flag', { device, url, isFavourite: fc.boolean(), isArchived: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: ofKind('read', { device, url, readProgress: fc.constantFrom(0, 20, 60, 100) }),
  },
  { weight: 2, arbitrary: ofKind('trash', { device, url }) },
  { weight: 1, arbitrary: ofKind('purge', { device, url }) },
  { weight: 2, arbitrary: ofKind('restore', { device, url }) },
  { weight: 1, arbitrary: ofKind('join', { device, url, isUndone: fc.boolean() }) },
  { weight: 15, arbitrary: round },
  { weight: 2, arbitrary: ofKind('work', {}) },
  { weight: 3, arbitrary: wait },
  { weight: 1, arbitrary: ofKind('deliver', {}) },
  { weight: 1, arbitrary: ofKind('clock', { device, aheadMs }) },
  {
    weight: 2,
    arbitrary: ofKind('decide', {
      device,
      decision: fc.constantFrom('tryAgain', 'discard', 'keepLocalOnly'),
    }),
  },
  // Actions of other programs and of the server's own pages.
  { weight: 1, arbitrary: ofKind('create-on-server', { url }) },
  { weight: 2, arbitrary: ofKind('edit-on-server', { url }) },
  { weight: 1, arbitrary: ofKind('delete-on-server', { url }) },
  { weight: 1, arbitrary: ofKind('rename-label-on-server', { to: newName }) },
  { weight: 1, arbitrary: ofKind('delete-label-on-server', {}) },
  { weight: 2, arbitrary: ofKind('back-up', {}) },
  { weight: 1, arbitrary: ofKind('restore-backup', { answers }) },
);

/** Actions that are mostly about labels. */
const labelActions = fc.oneof(
  { weight: 3, arbitrary: ofKind('save', { device, url, hasArticle: fc.constant(false) }) },
  { weight: 5, arbitrary: ofKind('label', { device, url }) },
  { weight: 5, arbitrary: renaming },
  { weight: 2, arbitrary: deletion },
  { weight: 1, arbitrary: ofKind('rename-label-on-server', { to: newName }) },
  { weight: 1, arbitrary: ofKind('purge', { device, url }) },
  { weight: 12, arbitrary: plainRound },
  { weight: 2, arbitrary: ofKind('work', {}) },
  { weight: 3, arbitrary: wait },
);

/** Actions that are mostly about the notes of bookmarks. Each note differs from the others, or is empty. */
const noting = { url, isEmpty: fc.constantFrom(false, false, false, true) };
const noteRound = ofKind('round', {
  device,
  faults,
  end,
  full,
  during: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, duringOther, {
    weight: 2,
    arbitrary: fc.record({ method, after, action: ofKind('note', noting) }),
  }),
});
const noteActions = fc.oneof(
  { weight: 4, arbitrary: ofKind('save', { device, url, hasArticle: fc.boolean() }) },
  { weight: 9, arbitrary: ofKind('note', { device, ...noting }) },
  { weight: 2, arbitrary: ofKind('title', { device, url }) },
  { weight: 1, arbitrary: ofKind('purge', { device, url }) },
  { weight: 1, arbitrary: ofKind('join', { device, url, isUndone: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: ofKind('decide', { device, decision: fc.constantFrom('tryAgain', 'discard') }),
  },
  { weight: 1, arbitrary: ofKind('create-on-server', { url }) },
  { weight: 1, arbitrary: ofKind('note-on-server', { url }) },
  { weight: 1, arbitrary: ofKind('learn-notes', {}) },
  { weight: 12, arbitrary: noteRound },
  { weight: 2, arbitrary: ofKind('work', {}) },
  { weight: 3, arbitrary: wait },
  { weight: 1, arbitrary: ofKind('deliver', {}) },
  { weight: 1, arbitrary: ofKind('clock', { device, aheadMs }) },
  { weight: 1, arbitrary: ofKind('back-up', {}) },
  { weight: 1, arbitrary: ofKind('restore-backup', { answers }) },
);

const field = fc.constantFrom('name' as const, 'search' as const, 'isPinned' as const);

/**
 * Actions that are mostly about collections. A bookmark is needed to notice that the server was
 * restored.
 */
const collectionActions = fc.oneof(
  { weight: 2, arbitrary: ofKind('create-collection', { device, isShared: fc.constant(false) }) },
  { weight: 4, arbitrary: ofKind('create-collection', { device, isShared: fc.constant(true) }) },
  { weight: 3, arbitrary: ofKind('edit-collection', { device, field }) },
  { weight: 2, arbitrary: ofKind('delete-collection', { device, isUndone: fc.boolean() }) },
  { weight: 1, arbitrary: ofKind('create-collection-on-server', {}) },
  { weight: 2, arbitrary: ofKind('edit-collection-on-server', { field }) },
  { weight: 1, arbitrary: ofKind('delete-collection-on-server', {}) },
  { weight: 1, arbitrary: ofKind('create-on-server', { url }) },
  { weight: 12, arbitrary: plainRound },
  { weight: 3, arbitrary: wait },
  { weight: 1, arbitrary: ofKind('deliver', {}) },
  { weight: 1, arbitrary: ofKind('clock', { device, aheadMs }) },
  { weight: 1, arbitrary: ofKind('back-up', {}) },
  { weight: 1, arbitrary: ofKind('restore-backup', { answers }) },
);

const color = fc.constantFrom('yellow', 'green');
const text = fc.nat({ max: 4 });

/** One page, so that highlights of several devices meet. */
const page = fc.constantFrom(URLS[0]!, URLS[0]!, URLS[0]!, URLS[1]!);

const highlighting = { url: page, text, color, hasNote: fc.boolean() };
const highlightEdit = {
  url: page,
  color,
  field: fc.constantFrom('color' as const, 'note' as const),
};
const highlightDeletion = { url: page, isUndone: fc.boolean() };

const highlightRound = ofKind('round', {
  device,
  faults,
  end,
  full,
  during: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, duringOther, {
    weight: 1,
    arbitrary: fc.record({
      method,
      after,
      action: fc.oneof(
        ofKind('add-highlight', highlighting),
        ofKind('edit-highlight', highlightEdit),
        ofKind('delete-highlight', highlightDeletion),
        ofKind('purge', { url: page }),
      ),
    }),
  }),
});

/** Actions that are mostly about highlights. Each page has an article. */
const highlightActions = fc.oneof(
  { weight: 3, arbitrary: ofKind('save', { device, url: page, hasArticle: fc.constant(true) }) },
  { weight: 6, arbitrary: ofKind('add-highlight', { device, ...highlighting }) },
  { weight: 4, arbitrary: ofKind('edit-highlight', { device, ...highlightEdit }) },
  { weight: 3, arbitrary: ofKind('delete-highlight', { device, ...highlightDeletion }) },
  {
    weight: 2,
    arbitrary: ofKind('decide-highlight', {
      device,
      decision: fc.constantFrom('tryAgain', 'discard'),
    }),
  },
  { weight: 1, arbitrary: ofKind('add-highlight-on-server', { url: page, text }) },
  { weight: 3, arbitrary: ofKind('edit-highlight-on-server', { url: page }) },
  { weight: 1, arbitrary: ofKind('delete-highlight-on-server', { url: page }) },
  { weight: 1, arbitrary: ofKind('extract-again', { url: page, article: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: ofKind('trash', { device, url: page }) },
  { weight: 1, arbitrary: ofKind('purge', { device, url: page }) },
  { weight: 3, arbitrary: ofKind('restore', { device, url: page }) },
  { weight: 12, arbitrary: highlightRound },
  { weight: 5, arbitrary: ofKind('work', {}) },
  { weight: 3, arbitrary: wait },
  { weight: 1, arbitrary: ofKind('deliver', {}) },
  { weight: 1, arbitrary: ofKind('clock', { device, aheadMs }) },
  { weight: 2, arbitrary: ofKind('back-up', {}) },
  { weight: 1, arbitrary: ofKind('restore-backup', { answers }) },
);

/** Pages that several devices have restored from one file. */
const oldUrl = fc.constantFrom(...OLD_PAGES.map((one) => one.url));

const oldRound = ofKind('round', {
  device,
  faults,
  end,
  full,
  during: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, duringOther),
});

/** Actions of devices that restore the same file, and sign in to one account at any time. */
const libraryActions = fc.oneof(
  { weight: 2, arbitrary: ofKind('restore-file', { device }) },
  { weight: 1, arbitrary: ofKind('title', { device, url: oldUrl }) },
  { weight: 1, arbitrary: ofKind('label', { device, url: oldUrl }) },
  {
    weight: 1,
    arbitrary: ofKind('flag', {
      device,
      url: oldUrl,
      isFavourite: fc.boolean(),
      isArchived: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: ofKind('purge', { device, url: oldUrl }) },
  { weight: 1, arbitrary: ofKind('save', { device, url: oldUrl, hasArticle: fc.boolean() }) },
  { weight: 1, arbitrary: ofKind('create-on-server', { url: oldUrl }) },
  { weight: 8, arbitrary: oldRound },
  { weight: 2, arbitrary: ofKind('work', {}) },
  { weight: 2, arbitrary: wait },
  { weight: 1, arbitrary: ofKind('deliver', {}) },
  { weight: 1, arbitrary: ofKind('clock', { device, aheadMs }) },
);

type Of<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
export type Action =
  | Of<typeof actions>
  | Of<typeof noteActions>
  | Of<typeof collectionActions>
  | Of<typeof highlightActions>
  | Of<typeof libraryActions>;

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
  bookmarks: historiesOf(actions),
  labels: historiesOf(labelActions),
  notes: historiesOf(noteActions),
  collections: historiesOf(collectionActions),
  highlights: historiesOf(highlightActions, { before: PAGE_EVERYWHERE }),
  libraries: historiesOf(libraryActions, {
    before: [0, 1].map((at) => ({ kind: 'restore-file', device: at })),
    minLength: 6,
    maxLength: 20,
  }),
};
