import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { PROJECT_ROOT, projectFiles } from '../../support/project.ts';

/**
 * Removes the pictures of tests that failed in an earlier run, unless this one repeats a file that has just
 * failed. vitest calls it as its `globalSetup`.
 */
export default function forgetFailures(): void {
  if (process.env.LEAFMARK_KEEP_FAILURES !== undefined) return;
  for (const folder of projectFiles(['tests/.artifacts/*/failed'])) {
    rmSync(join(PROJECT_ROOT, folder), { recursive: true });
  }
}
