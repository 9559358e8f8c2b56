// Seeds of property tests. `npm test` uses one seed, so a red run can be repeated and a green commit
// stays green. `npm run soak` uses new seeds. `npm run soak -- properties` also runs each property
// with one seed after another for a number of seconds. A property that fails prints its seed.
import process from 'node:process';
import type { IAsyncProperty, IProperty, Parameters } from 'fast-check';
import { vi } from 'vitest';
import { TEST_TIMEOUT_MS } from './timeouts';

const SEED = 20_261_121;
const IS_SOAK = process.env.LEAFMARK_SOAK !== undefined;
const SOAK_MS = Number(process.env.LEAFMARK_PROPERTY_SECONDS ?? 0) * 1000;

/** A test may have several properties, and the last run of each starts before its time is over. */
if (SOAK_MS > 0) vi.setConfig({ testTimeout: 10 * SOAK_MS + TEST_TIMEOUT_MS });

vi.mock('fast-check', async (importOriginal) => {
  const real = await importOriginal<typeof import('fast-check')>();
  if (!IS_SOAK) real.configureGlobal({ seed: SEED });
  if (SOAK_MS === 0) return real;
  const assert = <T>(property: IAsyncProperty<T> | IProperty<T>, parameters?: Parameters<T>) => {
    const until = performance.now() + SOAK_MS;
    const assertRepeatedly = async () => {
      do await real.assert(property, parameters);
      while (performance.now() < until);
    };
    if (property.isAsync()) return assertRepeatedly();
    do real.assert(property, parameters);
    while (performance.now() < until);
    return undefined;
  };
  return { ...real, assert, default: { ...real.default, assert } };
});
