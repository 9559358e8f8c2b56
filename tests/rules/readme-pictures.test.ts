import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/time';
import { PROJECT_ROOT } from '../support/project';

/** Returns when one of these paths was last changed. */
function changedAt(...paths: readonly string[]): number {
  const args = ['log', '-1', '--format=%ct', '--', ...paths];
  const seconds = execFileSync('git', args, { cwd: PROJECT_ROOT, encoding: 'utf8' });
  expect(seconds.trim()).not.toBe('');
  return Number(seconds) * 1000;
}

describe('the pictures of the README', () => {
  it('are at most a week older than the views that they show', () => {
    const views = ['src/ui/library-page', 'src/ui/bookmarks', 'src/ui/reader', 'src/ui/popup'];
    const pictures = ['library', 'reader', 'popup'].map((name) => `docs/pictures/${name}.png`);
    for (const picture of pictures)
      expect([picture, changedAt(picture) >= changedAt(...views) - 7 * DAY_MS]).toEqual([
        picture,
        true,
      ]);
  });
});
