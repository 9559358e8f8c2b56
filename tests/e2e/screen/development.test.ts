// @module-tag full
// @module-tag chromium
import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyProject, PROJECT_ROOT } from '../../support/project.ts';
import { BROWSERS } from '../support/browsers.ts';
import { Display } from '../support/display.ts';
import { until } from '../support/until.ts';

/** A copy of the project is built, and a browser is started. */
const START_MS = 240_000;

describe.each(BROWSERS)('npm run dev in %s', (name) => {
  let project: string;
  let display: Display;
  let program: ChildProcess;
  let output: string;
  beforeEach(async () => {
    // The test changes sources.
    project = mkdtempSync(join(tmpdir(), 'leafmark-development-'));
    copyProject(project);
    symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(project, 'node_modules'));
    display = await Display.open();
    output = '';
    program = spawn(process.execPath, ['scripts/start.mjs', '--watch', '--browser', name], {
      cwd: project,
      env: { ...display.env, NODE_ENV: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (text: Buffer) => {
      output += text;
    };
    program.stdout?.on('data', keep);
    program.stderr?.on('data', keep);
  });
  afterEach(async () => {
    const ended = new Promise((resolve) => program.once('close', resolve));
    if (program.exitCode === null && program.kill('SIGINT')) await ended;
    display.close();
    rmSync(project, { recursive: true, force: true });
  });

  const isPrinted = async (pattern: RegExp) => {
    const find = () => pattern.exec(output) ?? (program.exitCode === null ? null : 'ended');
    const found = await until(`${pattern} is printed`, find, START_MS).catch(() => 'never');
    if (typeof found === 'string') throw new Error(`${pattern} is not printed:\n${output}`);
    return found;
  };

  it('signs in to a server, and builds and loads both again when their sources change', async () => {
    const [, base] = await isPrinted(/server is at (\S+): Leafmark is signed in to it/);
    await isPrinted(/Changes in the sources are built/);
    const version = async () => (await fetch(`${base}/api/info`)).json();
    const versionFile = join(project, 'server', 'version.ts');
    const source = readFileSync(versionFile, 'utf8');

    writeFileSync(versionFile, 'export const VERSION: string = (');
    await isPrinted(/The server does not build and was not restarted/);
    expect(await version()).not.toMatchObject({ version: { build: 'leafmark-changed' } });
    writeFileSync(versionFile, source.replace('= version;', "= 'changed' || version;"));
    await isPrinted(/The server runs again/);
    expect(await version()).toMatchObject({ version: { build: 'leafmark-changed' } });

    appendFileSync(join(project, 'src', 'ui', 'format.ts'), '// changed\n');
    await isPrinted(/The extension is loaded again/);
  });
});
