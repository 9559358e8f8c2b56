import fc from 'fast-check';
import {
  after,
  aheadMs,
  answers,
  device,
  duringOther,
  end,
  faults,
  full,
  method,
  ofKind,
  URLS,
  wait,
} from './rounds';

/** Mostly one page, so that the captures of several devices meet. */
const page = fc.constantFrom(...Array<string>(5).fill(URLS[0]!), URLS[1]!);

/** Words of a captured text. One with less than half of the words before it does not replace them. */
const words = fc.constantFrom(10, 60, 60, 300);
const capturing = { url: page, words, isTitled: fc.boolean(), isDescribed: fc.boolean() };
const marking = { url: page, flag: fc.constantFrom('isFavourite' as const, 'isArchived' as const) };

const articleRound = ofKind('round', {
  device,
  faults,
  end,
  full,
  during: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, duringOther, {
    weight: 2,
    arbitrary: fc.record({
      method,
      after,
      action: fc.oneof(ofKind('capture', capturing), ofKind('renew', capturing)),
    }),
  }),
});

/**
 * Actions that are mostly about the articles of pages that several devices and the server read. Each
 * captured text differs from the others.
 */
export const articleActions = fc.oneof(
  { weight: 5, arbitrary: ofKind('capture', { device, ...capturing }) },
  { weight: 10, arbitrary: ofKind('renew', { device, ...capturing }) },
  { weight: 6, arbitrary: ofKind('undo-renew', { device }) },
  { weight: 3, arbitrary: ofKind('save-address', { device, url: page, isTitled: fc.boolean() }) },
  { weight: 2, arbitrary: ofKind('mark', { device, ...marking }) },
  {
    weight: 2,
    arbitrary: ofKind('read-on', {
      device,
      url: page,
      readProgress: fc.constantFrom(20, 60, 100),
    }),
  },
  { weight: 1, arbitrary: ofKind('label', { device, url: page }) },
  {
    weight: 2,
    arbitrary: ofKind('add-highlight', {
      device,
      url: page,
      text: fc.nat({ max: 4 }),
      color: fc.constant('yellow'),
      hasNote: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: ofKind('create-on-server', { url: page }) },
  { weight: 3, arbitrary: ofKind('read-on-server', { url: page, words }) },
  { weight: 2, arbitrary: ofKind('replace-on-server', { device }) },
  { weight: 1, arbitrary: ofKind('decide', { device, decision: fc.constant('tryAgain') }) },
  { weight: 12, arbitrary: articleRound },
  { weight: 4, arbitrary: ofKind('work', {}) },
  { weight: 3, arbitrary: wait },
  { weight: 1, arbitrary: ofKind('deliver', {}) },
  { weight: 1, arbitrary: ofKind('clock', { device, aheadMs }) },
  { weight: 1, arbitrary: ofKind('back-up', {}) },
  { weight: 1, arbitrary: ofKind('restore-backup', { answers }) },
);
