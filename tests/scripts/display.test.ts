import { afterEach, expect, it, vi } from 'vitest';
import { Display } from '../e2e/support/display';

afterEach(() => vi.unstubAllEnvs());

it('says what is missing on a machine without a screen in memory', async () => {
  vi.stubEnv('PATH', '/nowhere');
  await expect(Display.open()).rejects.toThrow(/Xvfb can not be started/);
});
