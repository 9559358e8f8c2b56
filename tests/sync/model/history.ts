import fc from 'fast-check';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/domain';
import { type Fault, HEARD_FAULTS, UNHEARD_FAULTS } from './faults';

export const DEVICES = 3;
/** Two pages, so that devices get in each other's way; one has two addresses. */
const URLS = ['https://one.example/', 'https://two.example/a', 'https://two.example/a#part'];

const device = fc.nat({ max: DEVICES - 1 });
const url = fc.constantFrom(...URLS);
const ofKind = <K extends string, V extends object>(
  kind: K,
  fields: { [F in keyof V]: fc.Arbitrary<V[F]> },
) => fc.record({ kind: fc.constant(kind), ...fields }) as fc.Arbitrary<{ kind: K } & V>;

/** One that nothing else has, that of another label, or the same with other letters. */
const newName = fc.constantFrom('new' as const, 'new' as const, 'other' as const, 'case' as const);

/** Mostly none, so that a round gets as far as to what it sends. */
const fault = fc.oneof(
  { weight: 5, arbitrary: fc.constant('none' as const) },
  { weight: 3, arbitrary: fc.constantFrom(...HEARD_FAULTS) },
  { weight: 1, arbitrary: fc.constantFrom(...UNHEARD_FAULTS) },
);
/** What is safe to repeat is sent thrice by the client itself. */
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

/** What each device's person wants done about what the server has lost; some are away then. */
const answers = fc.array(fc.constantFrom('send-back', 'accept', 'away'), {
  minLength: DEVICES,
  maxLength: DEVICES,
});

const renaming = ofKind('rename-label', { device, to: newName, isUndone: fc.boolean() });
const deletion = ofKind('delete-label', { device, isUndone: fc.boolean() });
/** A person's action on the same device while a request of the round is under way. */
const during = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({
      method: fc.constant('DELETE' as const),
      action: fc.oneof(
        ofKind('restore', { url }),
        ofKind('save', { url, hasArticle: fc.boolean() }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      method: fc.constantFrom('GET' as const, 'POST' as const, 'PATCH' as const, 'DELETE' as const),
      action: fc.oneof(
        ofKind('save', { url, hasArticle: fc.boolean() }),
        ofKind('title', { url }),
        ofKind('label', { url }),
        ofKind('flag', { url, isFavourite: fc.boolean(), isArchived: fc.boolean() }),
        ofKind('read', { url, readProgress: fc.constantFrom(0, 20, 60, 100) }),
        ofKind('trash', { url }),
        ofKind('restore', { url }),
      ),
    }),
  },
);
const round = ofKind('round', { device, faults, end, full, during });
const plainRound = ofKind('round', { device, faults, end, full, during: fc.constant(null) });
const wait = ofKind('wait', { ms: fc.constantFrom(SECOND_MS, 30 * SECOND_MS, HOUR_MS) });

/** What a person does, what a worker does, and what happens around them. */
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
      decision: fc.constantFrom('tryAgain', 'discard', 'keepOnlyHere'),
    }),
  },
  // The server's own pages, and other programs.
  { weight: 1, arbitrary: ofKind('create-there', { url }) },
  { weight: 2, arbitrary: ofKind('edit-there', { url }) },
  { weight: 1, arbitrary: ofKind('delete-there', { url }) },
  { weight: 1, arbitrary: ofKind('rename-label-there', { to: newName }) },
  { weight: 1, arbitrary: ofKind('delete-label-there', {}) },
  { weight: 2, arbitrary: ofKind('back-up', {}) },
  { weight: 1, arbitrary: ofKind('restore-there', { answers }) },
);

/** More of what is done to labels. */
const labelActions = fc.oneof(
  { weight: 3, arbitrary: ofKind('save', { device, url, hasArticle: fc.constant(false) }) },
  { weight: 5, arbitrary: ofKind('label', { device, url }) },
  { weight: 5, arbitrary: renaming },
  { weight: 2, arbitrary: deletion },
  { weight: 1, arbitrary: ofKind('rename-label-there', { to: newName }) },
  { weight: 12, arbitrary: plainRound },
  { weight: 2, arbitrary: ofKind('work', {}) },
  { weight: 3, arbitrary: wait },
);

const field = fc.constantFrom('name' as const, 'search' as const, 'isPinned' as const);

/** The same about collections, with a bookmark by which a server is known that was put back. */
const collectionActions = fc.oneof(
  { weight: 2, arbitrary: ofKind('collect', { device, isShared: fc.constant(false) }) },
  { weight: 4, arbitrary: ofKind('collect', { device, isShared: fc.constant(true) }) },
  { weight: 3, arbitrary: ofKind('edit-collection', { device, field }) },
  { weight: 2, arbitrary: ofKind('delete-collection', { device, isUndone: fc.boolean() }) },
  { weight: 1, arbitrary: ofKind('collect-there', {}) },
  { weight: 2, arbitrary: ofKind('edit-collection-there', { field }) },
  { weight: 1, arbitrary: ofKind('delete-collection-there', {}) },
  { weight: 1, arbitrary: ofKind('create-there', { url }) },
  { weight: 12, arbitrary: plainRound },
  { weight: 3, arbitrary: wait },
  { weight: 1, arbitrary: ofKind('deliver', {}) },
  { weight: 1, arbitrary: ofKind('clock', { device, aheadMs }) },
  { weight: 1, arbitrary: ofKind('back-up', {}) },
  { weight: 1, arbitrary: ofKind('restore-there', { answers }) },
);

type Of<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
export type Action = Of<typeof actions> | Of<typeof collectionActions>;

export interface History {
  /** How far the clock of each device is ahead at first. */
  readonly aheadMs: readonly number[];
  readonly actions: readonly Action[];
}

const historiesOf = (action: fc.Arbitrary<Action>): fc.Arbitrary<History> =>
  fc.record({
    aheadMs: fc.array(aheadMs, { minLength: DEVICES, maxLength: DEVICES }),
    actions: fc.array(action, { minLength: 15, maxLength: 45, size: 'max' }),
  });

/** By what they are mostly about. */
export const HISTORIES = {
  bookmarks: historiesOf(actions),
  labels: historiesOf(labelActions),
  collections: historiesOf(collectionActions),
};
