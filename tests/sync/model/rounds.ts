import fc from 'fast-check';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/domain/time';
import { FAULTS_AFTER_SERVER, FAULTS_BEFORE_SERVER, type Fault } from './faults';

export const DEVICES = 3;
/** Two pages, so that the devices' changes conflict. One page has two addresses. */
export const URLS = ['https://one.example/', 'https://two.example/a', 'https://two.example/a#part'];

export const device = fc.nat({ max: DEVICES - 1 });
export const url = fc.constantFrom(...URLS);
export const ofKind = <K extends string, V extends object>(
  kind: K,
  fields: { [F in keyof V]: fc.Arbitrary<V[F]> },
) => fc.record({ kind: fc.constant(kind), ...fields }) as fc.Arbitrary<{ kind: K } & V>;

/** A name that is new, that another label has, or that differs in case only. */
export const newName = fc.constantFrom(
  'new' as const,
  'new' as const,
  'other' as const,
  'case' as const,
);

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
export const faults = fc
  .array(some, { maxLength: 8, size: 'max' })
  .map((groups): readonly Fault[] => groups.flat());
export const end = fc.option(
  fc.record({ awaits: fc.integer({ min: 1, max: 40 }), isDone: fc.boolean() }),
  { freq: 3 },
);
export const full = fc.option(
  fc.record({ from: fc.integer({ min: 1, max: 12 }), writes: fc.integer({ min: 1, max: 4 }) }),
  { freq: 4 },
);
export const aheadMs = fc.constantFrom(0, 0, 3 * DAY_MS, -3 * DAY_MS);

/** The answer of each person after the server lost data. A person who is away gives none. */
export const answers = fc.array(fc.constantFrom('send-back', 'accept', 'away'), {
  minLength: DEVICES,
  maxLength: DEVICES,
});

export const renaming = ofKind('rename-label', { device, to: newName, isUndone: fc.boolean() });
export const deletion = ofKind('delete-label', { device, isUndone: fc.boolean() });
/** A round of another device. `by` is added to the number of the device. */
const otherRound = ofKind('other-round', { by: fc.integer({ min: 1, max: DEVICES - 1 }), end });
export const method = fc.constantFrom(
  'GET' as const,
  'POST' as const,
  'PATCH' as const,
  'DELETE' as const,
);
/** The number of requests with that method that come before. */
export const after = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat({ max: 12 }));
export const duringOther = {
  weight: 2,
  arbitrary: fc.record({ method, after, action: otherRound }),
};
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
export const round = ofKind('round', { device, faults, end, full, during });
export const plainRound = ofKind('round', { device, faults, end, full, during: fc.constant(null) });
export const wait = ofKind('wait', { ms: fc.constantFrom(SECOND_MS, 30 * SECOND_MS, HOUR_MS) });
