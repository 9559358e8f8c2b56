import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startCompanion } from '../../scripts/start/companion';
import { PROJECT_ROOT } from '../support/project';

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
  const builtAt = new Date('2026-01-02T03:04:05Z');
  utimesSync(manifest, builtAt, builtAt);
  companion.allowIn(folder);
  writeFileSync(manifest, '{"manifest_version": 3, "version": "built again"}');
  utimesSync(manifest, builtAt, builtAt);
  companion.allowIn(folder);
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toEqual({
    manifest_version: 3,
    version: 'built again',
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
  expect(readFileSync(manifest, 'utf8')).toBe('{"manifest_version": 3, "version": "built again"}');
  // A newer time would hide that the sources have changed since the build.
  expect(statSync(manifest).mtime).toEqual(builtAt);

  const again = await startCompanion(data, 0);
  expect(again.password).toBe(companion.password);
  expect(await isGood(again.base, offered)).toBe(true);
  await again.stop();
});

it('a companion server that is still starting ends with the program that starts it', async () => {
  const data = join(folder, 'starting');
  mkdirSync(data);
  writeFileSync(join(data, 'keys.json'), '{"password": "", "token": ""}');
  const companion = join(PROJECT_ROOT, 'scripts', 'start', 'companion.ts');
  const program = `
    import { startCompanion } from ${JSON.stringify(companion)};
    void startCompanion(${JSON.stringify(data)}, 0);
    process.exit();
  `;
  const { pid } = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    detached: true,
    stdio: 'ignore',
  });
  // The program and its server are one process group.
  const group = -(pid ?? Number.NaN);
  await vi.waitFor(() => expect(() => process.kill(group, 0)).toThrow('ESRCH'), 30_000);
  // A server that has started has a database there.
  expect(readdirSync(data)).toEqual(['keys.json']);
});
