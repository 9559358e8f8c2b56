import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT, projectFiles } from '../../support/project.ts';

/**
 * Removes the pictures of tests that failed in an earlier run. vitest calls it as its
 * `globalSetup`.
 */
export default function forgetFailures(): void {
  for (const folder of projectFiles(['tests/.artifacts/*/failed'])) {
    rmSync(join(PROJECT_ROOT, folder), { recursive: true });
  }
}
