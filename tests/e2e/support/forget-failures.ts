import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT, projectFiles } from '../../support/project.ts';

/** Takes away the pictures of stories that failed in an earlier run; vitest's `globalSetup`. */
export default function forgetFailures(): void {
  for (const folder of projectFiles(['tests/.artifacts/*/failed'])) {
    rmSync(join(PROJECT_ROOT, folder), { recursive: true });
  }
}
