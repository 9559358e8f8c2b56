import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { copyProject, readProjectFile } from '../support/project';
import { temporaryFolder } from '../support/temporary-folder';

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readProjectFile('package.json'),
);

/** Matches `npm start`, `npm run server` and similar commands in code spans and blocks. */
const NPM_COMMAND = /\bnpm (start|test|run ([\w:-]+))/g;
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/guide.md',
  'docs/benchmarks.md',
  'docs/server.md',
  'docs/capture.md',
];
const COMMANDS = new Set(
  DOCUMENTS.flatMap((file) =>
    [...readProjectFile(file).matchAll(NPM_COMMAND)].map(([, word = '', script]) => script ?? word),
  ),
);

describe('a command in the documentation', () => {
  it.each([...COMMANDS])('%s sets up what it needs', (command) => {
    expect(Object.keys(scripts)).toContain(command);
    const first = scripts[`pre${command}`] ?? scripts[command];
    expect(first).toMatch(/^node scripts\/set-up\.mjs( --[\w-]+( \w+)?)*( && |$)/);
  });

  it.each(DOCUMENTS)('in %s never requires installed packages', (file) => {
    expect(readProjectFile(file)).not.toMatch(/\bnpx\b/);
  });
});

// A shell remembers where it found `node`: after the set-up it would still run the older one of the system.
it('a command never runs node after the set-up in the same shell', () => {
  expect(Object.values(scripts).filter((script) => script.includes('&& node '))).toEqual([]);
});

describe('a fresh clone', { tags: ['full'] }, () => {
  let clone = '';
  let child: ChildProcess | null = null;
  afterEach(async () => {
    // npm, its shell and the server are one process group.
    if (child?.pid && child.exitCode === null) {
      const gone = new Promise((resolve) => child?.once('close', resolve));
      process.kill(-child.pid, 'SIGKILL');
      await gone;
    }
    rmSync(clone, { recursive: true, force: true });
  });

  it('starts a server with `npm run server` as its first command', async () => {
    clone = temporaryFolder('leafmark-clone');
    copyProject(clone);
    const data = join(clone, 'data');
    const output: string[] = [];
    // The environment of a person's shell, without the variables of the npm that runs this test.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(npm_(package|lifecycle|command|execpath|node)|VITEST|NODE_ENV$)/.test(name),
      ),
    );
    child = spawn('npm', ['run', 'server', '--', '--port', '0', '--data', data], {
      cwd: clone,
      // The packages of this lockfile are in npm's cache, because the tests were installed from it.
      env: { ...env, npm_config_prefer_offline: 'true' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (text) => output.push(String(text)));
    child.stderr?.on('data', (text) => output.push(String(text)));
    const ended = new Promise<never>((_, reject) =>
      child?.once('close', () => reject(new Error(output.join('')))),
    );
    ended.catch(() => undefined);
    const address = () => /listens at (\S+)/.exec(output.join(''))?.[1];
    await Promise.race([ended, expect.poll(address, { timeout: 280_000 }).toBeDefined()]);
    const answer = await fetch(new URL('api/info', address()));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ version: { build: expect.anything() } });
  }, 300_000);
});
