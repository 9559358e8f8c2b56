import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runAgain } from '../../scripts/test/run-again.mjs';
import { TIERS } from '../../scripts/test/tiers.mjs';
import { type Results, sum } from '../../scripts/test/vitest.mjs';

const [CHROMIUM, FIREFOX, REST] = TIERS.ordinary;

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

const passed = (count: number): Results => ({ passed: count, failed: 0, skipped: 0, failures: [] });
const withFailure = (name: string): Results => ({
  passed: 2,
  failed: 1,
  skipped: 0,
  failures: [`✗ ${name}`],
});
const totalsOf = (files: Readonly<Record<string, Results>>) => ({
  ...sum(Object.values(files)),
  files: new Map(Object.entries(files)),
});
/** Runs whose second run of a file has the results that are named here. */
const again = async (
  first: Readonly<Record<string, Results>>,
  second: Readonly<Record<string, Results>>,
  tier = CHROMIUM!,
) => {
  const run: string[] = [];
  const result = await runAgain([[tier, totalsOf(first)]], async (args) => {
    const path = args.at(-1)!;
    run.push(path);
    return totalsOf({ [path]: second[path]! });
  });
  return { ...result, run };
};

it('a browser test that fails and then passes alone counts as passed, and is named as flaky', async () => {
  const first = { 'a.test.ts': passed(4), 'b.test.ts': withFailure('b') };
  expect(await again(first, { 'b.test.ts': passed(3) })).toEqual({
    ...passed(7),
    flaky: ['✗ b (chromium)'],
    run: ['b.test.ts'],
  });
});

it('a browser test that fails twice counts as failed', async () => {
  const first = { 'a.test.ts': passed(4), 'b.test.ts': withFailure('b') };
  const result = await again(first, { 'b.test.ts': withFailure('b') });
  expect(result).toMatchObject({ passed: 6, failed: 1, failures: ['✗ b'], flaky: [] });
});

it('a test that fails in another browser, too, is still named as failed', async () => {
  const file = () => totalsOf({ 'b.test.ts': withFailure('b') });
  const passes = (name: string) => name === CHROMIUM!.name;
  const result = await runAgain(
    [
      [CHROMIUM!, file()],
      [FIREFOX!, file()],
    ],
    async (_, { name = '' } = {}) =>
      totalsOf({ 'b.test.ts': passes(name) ? passed(3) : withFailure('b') }),
  );
  expect(result).toMatchObject({ failed: 1, failures: ['✗ b'], flaky: ['✗ b (chromium)'] });
});

it('a file counts as failed if fewer of its tests ran the second time', async () => {
  const first = { 'b.test.ts': withFailure('b') };
  const result = await again(first, { 'b.test.ts': { ...passed(1), skipped: 2 } });
  expect(result).toMatchObject({ passed: 2, failed: 1, failures: ['✗ b'], flaky: [] });
});

it('a file of which nothing ran the second time counts as failed', async () => {
  const first = { 'b.test.ts': withFailure('b') };
  const result = await again(first, { 'b.test.ts': passed(0) });
  expect(result).toMatchObject({ failed: 1, failures: ['✗ b'], flaky: [] });
});

it('an error outside of a test stays, though its file passes alone', async () => {
  const file = { 'b.test.ts': withFailure('b') };
  const first = totalsOf(file);
  const all = { ...first, failed: 2, failures: [...first.failures, '✗ outside'] };
  const result = await runAgain([[CHROMIUM!, all]], async () =>
    totalsOf({ 'b.test.ts': passed(3) }),
  );
  expect(result).toMatchObject({
    passed: 3,
    failed: 1,
    failures: ['✗ outside'],
    flaky: ['✗ b (chromium)'],
  });
});

it('tests without a browser run once', async () => {
  const first = { 'b.test.ts': withFailure('b') };
  const result = await again(first, { 'b.test.ts': passed(3) }, REST!);
  expect(result).toMatchObject({ failed: 1, run: [] });
});

it('no file runs again when more than three failed', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const first = Object.fromEntries(names.map((name) => [`${name}.test.ts`, withFailure(name)]));
  const result = await again(first, {});
  expect(result).toMatchObject({ failed: 4, flaky: [], run: [] });
});
