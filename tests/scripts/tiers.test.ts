import { describe, expect, it } from 'vitest';
import { filesWith, namesTag } from '../../scripts/test/test-files.mjs';
import { isChosen, TIERS } from '../../scripts/test/tiers.mjs';

/** Returns the runs of both tiers that run a test with these tags. */
const runsOf = (project: string, tags: readonly string[]) =>
  Object.entries(TIERS).flatMap(([tier, runs]) =>
    runs
      .filter(({ name }) => (project === 'e2e') !== (name === '-rest'))
      .filter(({ chosen }) => isChosen(chosen, tags))
      .map(({ name }) => `${tier}${name}`),
  );

describe('the tier of a test', () => {
  it.each([
    [[], ['ordinary-chromium', 'ordinary-firefox']],
    [['chromium'], ['ordinary-chromium']],
    [['firefox'], ['ordinary-firefox']],
    [['firefox-full'], ['ordinary-chromium', 'full-firefox']],
    [['full'], ['full-chromium', 'full-firefox']],
    [['full', 'chromium'], ['full-chromium']],
    [['full', 'firefox'], ['full-firefox']],
  ])('follows from its tags, in a browser: %j', (tags, runs) => {
    expect(runsOf('e2e', tags)).toEqual(runs);
  });

  it.each([
    [[], ['ordinary-rest']],
    [['full'], ['full-rest']],
  ])('follows from its tags, without a browser: %j', (tags, runs) => {
    expect(runsOf('unit', tags)).toEqual(runs);
  });

  it('keeps a file from being loaded only if all of its tests have the tag', () => {
    const some = filesWith('full');
    const whole = filesWith('full', { whole: true });
    expect(some).toEqual(expect.arrayContaining(whole));
    expect(whole).toContain('tests/rules/patterns.test.ts');
    expect(some).toContain('tests/scripts/fresh-clone.test.ts');
    expect(whole).not.toContain('tests/scripts/fresh-clone.test.ts');
  });
});

it.each([
  ["it('a', { tags: 'slow' }, () => {});", true],
  ["it('a', { tags: ['firefox', 'slow'] }, () => {});", true],
  ["it('a', { tags: [\n  'firefox',\n  'slow',\n] }, () => {});", true],
  ["it('a', { tags: ['firefox'] }, () => open('slow'));", false],
  ["it('a', { tags: ['firefox-slow'] }, () => {});", false],
])('a file names a tag in any way that it can be written: %j', (text, expected) => {
  expect(namesTag(text, 'slow')).toBe(expected);
});

it('a file has tests of the second tier if it describes what is built on each database', () => {
  const text = "describeOnDatabases('the feed on %s', (database) => {});";
  expect(namesTag(text, 'full')).toBe(true);
  expect(namesTag(text, 'full', { whole: true })).toBe(false);
  expect(namesTag(text, 'slow')).toBe(false);
});
