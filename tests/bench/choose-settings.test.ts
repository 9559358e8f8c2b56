import { describe, expect, it } from 'vitest';
import { chooseSettings, type Trial } from '../../bench/extraction/folds';

const PRESENT = { links: 0.5, lines: 60 };
type Name = keyof typeof PRESENT;

/** Pages with these precisions and all of their text. */
const pages = (...precisions: number[]) =>
  precisions.map((precision) => ({ precision, recall: 1 }));
const trial = (threshold: Name, setting: number, ...precisions: number[]): Trial<Name> => ({
  threshold,
  setting,
  matches: pages(...precisions),
});
const choose = (trials: readonly Trial<Name>[], isUsed: (page: number) => boolean = () => true) =>
  chooseSettings(PRESENT, pages(0.8, 0.8, 0.8), trials, isUsed);

describe('the choice of settings', () => {
  it('takes the best setting of each threshold, whatever the order', () => {
    const trials = [
      trial('links', 0.3, 0.7, 0.7, 0.7),
      trial('links', 0.4, 0.9, 0.9, 0.9),
      trial('links', 0.6, 0.85, 0.85, 0.85),
      trial('lines', 80, 0.81, 0.8, 0.8),
    ];
    expect(choose(trials)).toEqual({ links: 0.4, lines: 80 });
    expect(choose(trials.toReversed())).toEqual({ links: 0.4, lines: 80 });
  });

  it('looks only at the pages that are not held out', () => {
    const trials = [trial('links', 0.4, 0.1, 0.9, 0.9), trial('links', 0.6, 1, 0.7, 0.7)];
    expect(choose(trials, (page) => page !== 0).links).toBe(0.4);
    expect(choose(trials, (page) => page !== 1).links).toBe(0.6);
  });

  it('keeps a setting that no other one betters', () => {
    const trials = [trial('links', 0.4, 0.8, 0.8, 0.8), trial('links', 0.6, 0.8, 0.7, 0.8)];
    expect(choose(trials)).toEqual(PRESENT);
  });

  it('weighs recall as much as precision', () => {
    const short = { threshold: 'links', setting: 0.4, matches: [{ precision: 1, recall: 0.5 }] };
    expect(
      chooseSettings(
        PRESENT,
        [{ precision: 0.8, recall: 0.8 }],
        [short as Trial<Name>],
        () => true,
      ),
    ).toEqual(PRESENT);
  });
});
