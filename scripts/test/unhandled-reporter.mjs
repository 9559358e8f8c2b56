// A reporter of vitest that writes the errors outside of tests, which its JSON report does not have.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

// biome-ignore lint/style/noDefaultExport: vitest loads reporters by their default export.
export default class UnhandledReporter {
  /**
   * @param {readonly unknown[]} _modules
   * @param {readonly (import('vitest').SerializedError & { VITEST_TEST_PATH?: string, VITEST_TEST_NAME?: string })[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const path = process.env.LEAFMARK_UNHANDLED_REPORT;
    if (path === undefined) return;
    const found = errors.map((error) => ({
      name: [error.VITEST_TEST_PATH ?? 'unknown file', error.VITEST_TEST_NAME]
        .filter((part) => part !== undefined)
        .join(' > '),
      message: error.stack ?? `${error.name ?? 'Error'}: ${error.message}`,
    }));
    // A fresh clone has no such folder.
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(found));
  }
}
