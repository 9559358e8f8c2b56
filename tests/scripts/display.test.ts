import { afterEach, expect, it, vi } from 'vitest';
import { Display } from '../e2e/support/display';

afterEach(() => vi.unstubAllEnvs());

it('a virtual display reports which program is missing', async () => {
  vi.stubEnv('PATH', '/nowhere');
  await expect(Display.open()).rejects.toThrow(
    /virtual display cannot be started: Xvfb is missing/,
  );
});
