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

interface Offer {
  readonly base: string;
  readonly username: string;
  readonly password: string;
}

/** Returns true if the credentials are accepted. */
const isGood = async (base: string, { username, password }: Offer) => {
  const answer = await fetch(`${base}/api/auth`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ username, password, application: 'a test' }),
  });
  return answer.status === 201;
};

it('the companion server starts with an account, is offered to an extension, has the same address after a restart, and keeps its account at the next start', async () => {
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
  const offered = JSON.parse(readFileSync(file, 'utf8')) as Offer;
  expect(offered.base).toBe(companion.base);
  expect(offered.username).toBe(companion.username);
  expect(await isGood(companion.base, offered)).toBe(true);
  expect(await companion.titles()).toEqual([]);

  await companion.restart();
  expect(await isGood(companion.base, offered)).toBe(true);
  await companion.stop();
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(manifest, 'utf8')).toBe('{"manifest_version": 3}');

  const again = await startCompanion(data, 0);
  expect(again.password).toBe(companion.password);
  expect(await isGood(again.base, offered)).toBe(true);
  await again.stop();
});
