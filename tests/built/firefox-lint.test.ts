// @module-tag full
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PROJECT_ROOT } from '../support/project';
import { outputFolder } from './output';

interface LintReport {
  readonly errors: readonly { readonly code: string; readonly message: string }[];
}

/** Returns the report that addons.mozilla.org would make of the package. */
function lint(folder: string): Promise<LintReport> {
  const webExt = join(PROJECT_ROOT, 'node_modules', 'web-ext', 'bin', 'web-ext.js');
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [webExt, 'lint', '--source-dir', folder, '--output', 'json'],
      { maxBuffer: 64 * 1024 * 1024 },
      // It exits with 1 if it has found errors, which are in the report.
      (error, stdout) => (stdout ? done(JSON.parse(stdout) as LintReport) : fail(error)),
    );
  });
}

it('Mozilla finds no error in the Firefox package', async () => {
  expect((await lint(outputFolder('firefox-mv3'))).errors).toEqual([]);
});
