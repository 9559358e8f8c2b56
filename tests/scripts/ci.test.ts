import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROJECT_ROOT } from '../support/project';
import { temporaryFolder } from '../support/temporary-folder';

describe.runIf(process.platform === 'linux')('.ci/run', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('leafmark-ci');
    for (const name of ['.ci', 'bin', 'tmp']) mkdirSync(join(folder, name));
    copyFileSync(join(PROJECT_ROOT, '.ci/run'), join(folder, '.ci/run'));
    program('node', 'exit 0');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Puts a program of the machine in the place of the real one. */
  function program(name: string, script: string): void {
    const path = join(folder, 'bin', name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }

  function start() {
    const env = {
      ...process.env,
      PATH: `${join(folder, 'bin')}:/usr/bin:/bin`,
      TMPDIR: join(folder, 'tmp'),
    };
    const child = spawn('sh', [join(folder, '.ci/run')], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text;
      });
    }
    const ended = once(child, 'close').then(([code]) => ({
      code,
      totals: output.trim().split('\n').at(-1),
    }));
    return { child, ended };
  }

  const FAILED = "echo '5 passed, 2 failed, 1 skipped'; exit 1";
  const PASSED = "echo '7 passed, 0 failed, 0 skipped'";
  it.each([
    ['both pass', PASSED, PASSED, 0, '14 passed, 0 failed, 0 skipped'],
    ['tests fail', FAILED, PASSED, 1, '12 passed, 2 failed, 1 skipped'],
    [
      'one crashes and the other has failures',
      FAILED,
      'exit 3',
      1,
      '5 passed, 3 failed, 1 skipped',
    ],
    [
      'one crashes after its tests passed',
      `${PASSED}; exit 3`,
      PASSED,
      1,
      '14 passed, 1 failed, 0 skipped',
    ],
  ])('adds the totals of both runs if %s', async (_, test, full, code, totals) => {
    program('npm', `if [ "$1" = test ]; then ${test}; else ${full}; fi`);
    expect(await start().ended).toEqual({ code, totals });
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });

  it('counts a failure if Node cannot be installed', async () => {
    for (const name of ['node', 'npm', 'sudo', 'apt-get']) program(name, 'exit 1');
    expect(await start().ended).toEqual({ code: 1, totals: '0 passed, 1 failed, 0 skipped' });
  });

  it('ends the tests when it is ended', async () => {
    const pids = join(folder, 'pids');
    program('npm', `sleep 100 & echo $! >${pids}.new && mv ${pids}.new ${pids}; wait`);
    const { child, ended } = start();
    await vi.waitFor(() => expect(existsSync(pids)).toBe(true));
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 143 });
    // An ended process whose parent has not noticed has an empty command.
    const command = `/proc/${readFileSync(pids, 'utf8').trim()}/cmdline`;
    await vi.waitFor(() =>
      expect(existsSync(command) && readFileSync(command, 'utf8')).toBeFalsy(),
    );
    expect(readdirSync(join(folder, 'tmp'))).toEqual([]);
  });
});
