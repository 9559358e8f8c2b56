import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCompanion } from '../../scripts/start/companion';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'leafmark-companion-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const whose = async (base: string, token: string) => {
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json' };
  const profile = await fetch(`${base}/api/profile`, { headers });
  return ((await profile.json()) as { user?: { username: string } }).user?.username;
};

it('starts with an account, offers itself to an extension, and is the same the next time', async () => {
  const data = join(folder, 'data');
  const file = join(folder, 'companion.json');
  const companion = await startCompanion(data, 0);
  companion.offerIn(folder);
  const manifest = join(folder, 'manifest.json');
  writeFileSync(manifest, '{"manifest_version": 3}');
  companion.allowIn(folder);
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toEqual({
    manifest_version: 3,
    host_permissions: ['http://127.0.0.1/*'],
  });
  const offered = JSON.parse(readFileSync(file, 'utf8')) as { base: string; token: string };
  expect(offered.base).toBe(companion.base);
  expect(await whose(companion.base, offered.token)).toBe(companion.username);
  await companion.stop();
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(manifest, 'utf8')).toBe('{"manifest_version": 3}');

  const again = await startCompanion(data, 0);
  expect(again.password).toBe(companion.password);
  expect(await whose(again.base, offered.token)).toBe(companion.username);
  await again.stop();
}, 120_000);
