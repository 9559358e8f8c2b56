import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runVitest } from '../../scripts/test/vitest.mjs';
import { PROJECT_ROOT } from '../support/project';

describe('a run of the tests', () => {
  let folder: string;
  beforeEach(() => {
    // Its tests import vitest, so it is below the packages.
    const cache = join(PROJECT_ROOT, 'node_modules/.cache');
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, 'run-vitest-'));
    // Its output has failures, which would look like those of this run.
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    writeFileSync(join(folder, 'vitest.config.js'), 'export default {};');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  const runOf = (test: string, name = '-of-run-vitest') => {
    writeFileSync(join(folder, 'one.test.js'), `import { it } from 'vitest';\n${test}`);
    const args = ['--root', folder, '--config', join(folder, 'vitest.config.js')];
    return runVitest(args, { name, quiet: true });
  };

  it('makes the folders of its reports, which a fresh clone does not have', async () => {
    const totals = await runOf("it('passes', () => {});", '-in-a-new-folder/run');
    for (const report of ['report', 'unhandled']) {
      const made = join(PROJECT_ROOT, 'node_modules/.cache', `vitest-${report}-in-a-new-folder`);
      rmSync(made, { recursive: true });
    }
    expect(totals).toMatchObject({ passed: 1, failed: 0, skipped: 0 });
  });

  it('counts an error outside of a test, with its stack and the test that ran then', async () => {
    const totals = await runOf(`
      function closeTooEarly() { return Promise.reject(new Error('The library is closed')); }
      it('reads', async () => {
        void closeTooEarly();
        await new Promise((done) => setTimeout(done, 20));
      });`);
    expect(totals).toMatchObject({ passed: 1, failed: 1, skipped: 0 });
    expect(totals.failures).toHaveLength(1);
    expect(totals.failures[0]).toMatch(
      /an error outside of a test, during .*one\.test\.js > reads/,
    );
    expect(totals.failures[0]).toContain('The library is closed');
    expect(totals.failures[0]).toContain('closeTooEarly');
  });

  it('names each test that failed, with its error', async () => {
    const totals = await runOf(`
      it('passes', () => {});
      it('fails', () => { throw new Error('Not as expected'); });`);
    expect(totals).toMatchObject({ passed: 1, failed: 1, skipped: 0 });
    expect(totals.failures[0]).toMatch(/one\.test\.js > fails\n\s+Error: Not as expected/);
  });
});
