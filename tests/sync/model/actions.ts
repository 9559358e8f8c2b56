import fc from 'fast-check';
import { DAY_MS } from '../../../src/domain/time';
import { articleActions } from './article-actions';
import { OLD_PAGES } from './old-library';
import {
  after,
  aheadMs,
  answers,
  DEVICES,
  deletion,
  device,
  duringOther,
  end,
  faults,
  full,
  method,
  newName,
  ofKind,
  plainRound,
  renaming,
  round,
  URLS,
  url,
  wait,
} from './rounds';

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

/** Two of the pages, or one of them with both of its addresses, in a file of another program. */
const importing = ofKind('import-file', {
  device,
  urls: fc.subarray(URLS, { minLength: 1 }),
  hasNotes: fc.boolean(),
});

const WEEK_MS = 7 * DAY_MS;
const weeksAheadMs = fc.constantFrom(0, 5 * WEEK_MS, -5 * WEEK_MS);

/** Everything that people do with pages, with actions on many at once, and their undos at any time. */
const mixedActions = fc.oneof(
  { weight: 60, arbitrary: actions },
  { weight: 6, arbitrary: importing },
  { weight: 4, arbitrary: ofKind('undo-import', { device }) },
  {
    weight: 4,
    arbitrary: ofKind('change-all', {
      device,
      change: fc.constantFrom('archive', 'label', 'trash', 'restore'),
      isUndone: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: ofKind('undo-change', { device }) },
  { weight: 3, arbitrary: ofKind('sign-out', { device, hasSynced: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: ofKind('restore-other', { device, by: fc.integer({ min: 1, max: DEVICES - 1 }) }),
  },
  { weight: 2, arbitrary: ofKind('pass-weeks', {}) },
  { weight: 3, arbitrary: ofKind('expire', { device, jumpMs: fc.constantFrom(0, 5 * WEEK_MS) }) },
  { weight: 2, arbitrary: ofKind('clock', { device, aheadMs: weeksAheadMs }) },
  { weight: 5, arbitrary: ofKind('capture-again', { device, url, article: fc.nat({ max: 2 }) }) },
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

/**
 * Actions of other devices and programs at two bookmarks of a page, one of which gives way. Its device
 * may be cut off when it deletes it.
 */
const twinActions = fc.oneof(
  { weight: 3, arbitrary: ofKind('label', { device, url: page }) },
  { weight: 2, arbitrary: ofKind('note', { device, ...noting, url: page }) },
  { weight: 2, arbitrary: ofKind('title', { device, url: page }) },
  { weight: 3, arbitrary: ofKind('add-highlight', { device, ...highlighting, url: page }) },
  { weight: 1, arbitrary: ofKind('edit-highlight', { device, ...highlightEdit, url: page }) },
  { weight: 1, arbitrary: ofKind('edit-on-server', { url: page }) },
  { weight: 1, arbitrary: ofKind('save', { device, url: page, hasArticle: fc.constant(true) }) },
  { weight: 2, arbitrary: ofKind('cut', { device, isCut: fc.boolean() }) },
  { weight: 10, arbitrary: plainRound },
  { weight: 2, arbitrary: ofKind('work', {}) },
  { weight: 3, arbitrary: wait },
);

/** Adds the undo of one of the last acts of a device to the actions of a history. */
const withUndos = <A>(others: fc.Arbitrary<A>) =>
  fc.oneof(
    { weight: 10, arbitrary: others },
    { weight: 1, arbitrary: ofKind('undo', { device, nth: fc.constantFrom(0, 0, 1, 2, 5) }) },
  );

/**
 * Actions with undos, by the main subject. They are lists of their own, because the histories that show
 * a seeded bug are found by their number.
 */
export const UNDOS = {
  bookmarks: withUndos(actions),
  mixed: withUndos(mixedActions),
  labels: withUndos(labelActions),
  notes: withUndos(noteActions),
  collections: withUndos(collectionActions),
  highlights: withUndos(highlightActions),
  twins: withUndos(twinActions),
};

/** The actions of a history, by its main subject. */
export const ACTIONS = {
  bookmarks: actions,
  mixed: mixedActions,
  labels: labelActions,
  notes: noteActions,
  collections: collectionActions,
  highlights: highlightActions,
  libraries: libraryActions,
  twins: twinActions,
  articles: articleActions,
};

type Of<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
export type Action =
  | Of<typeof UNDOS.bookmarks>
  | Of<typeof mixedActions>
  | Of<typeof noteActions>
  | Of<typeof collectionActions>
  | Of<typeof highlightActions>
  | Of<typeof libraryActions>
  | Of<typeof twinActions>
  | Of<typeof articleActions>;
