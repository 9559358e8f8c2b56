import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { isBuiltin } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenProblem } from '../../../server/commands/serve';
import { temporaryFolder } from '../../support/temporary-folder';
import { buildRealServer } from '../support/real-server';

const DYNAMIC_IMPORT = /\bimport\(\s*["'`](\.[^"'`]+)["'`]\s*\)/g;
const STATIC_IMPORT = /^(?:import|export)\s(?:[^'"]*\sfrom\s)?["']([^"']+)["']/gm;
const NOTICE = /^Leafmark listens at (\S+)\nMake the first account at (\S+)\n$/;

describe('a server that is started in a terminal', () => {
  let program: string;
  let folder: string;
  let child: ChildProcess | null = null;
  beforeAll(async () => {
    program = await buildRealServer();
  });
  beforeEach(() => {
    folder = temporaryFolder('leafmark-start');
  });
  afterEach(() => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /**
   * Starts the server. `all` has its output as a terminal shows it; the streams are also separate.
   */
  function start(port: number) {
    const output = { all: '', stderr: '', stdout: '' };
    const started = spawn(process.execPath, [program, '--port', String(port), '--data', folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const collect = (stream: 'stdout' | 'stderr') => (text: Buffer) => {
      output.all += text;
      output[stream] += text;
    };
    started.stdout.on('data', collect('stdout'));
    started.stderr.on('data', collect('stderr'));
    child = started;
    return { output, child: started };
  }

  it('loads no package at its start', () => {
    const found = new Set<string>();
    // The program loads the rest once its cache of compiled code is there.
    const rest = [...readFileSync(program, 'utf8').matchAll(DYNAMIC_IMPORT)];
    const files = [program, ...rest.map(([, name = '']) => join(dirname(program), name))];
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)) {
        if (found.has(name)) continue;
        found.add(name);
        if (name.startsWith('.')) files.push(join(dirname(file), name));
      }
    }
    expect(found).toContain('node:sqlite');
    const packages = [...found].filter((name) => !name.startsWith('.') && !isBuiltin(name));
    expect(packages).toEqual([]);
  });

  it('prints its address and the set-up link before any log', async () => {
    const { output } = start(0);
    await expect.poll(() => output.all).toContain('"listening"');
    const [, address = '', link = ''] =
      NOTICE.exec(output.all.slice(0, output.all.indexOf('{'))) ?? [];
    expect(link.startsWith(`${address}setup?token=`)).toBe(true);
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Create the account');
  });

  it('reports a port in use on the terminal and in the log', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    try {
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const { output, child: refused } = start(port);
      const [code] = await once(refused, 'close');
      expect(code).toBe(1);
      const reason = `Port ${port} is taken. Choose another with --port.`;
      expect(output.stderr).toBe(`${reason}\n`);
      expect(JSON.parse(output.stdout)).toEqual({
        time: expect.any(String),
        level: 'error',
        event: 'cannot listen',
        host: '127.0.0.1',
        port,
        reason,
      });
    } finally {
      other.close();
    }
  });
});

describe('the files of a server', () => {
  let program: string;
  let folder: string;
  beforeAll(async () => {
    program = await buildRealServer();
  });
  beforeEach(() => {
    folder = temporaryFolder('leafmark-modes');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a command in a shell whose new files everybody may read. */
  async function run(...typed: string[]): Promise<void> {
    const command = [process.execPath, program, ...typed];
    const ran = spawn('sh', ['-c', 'umask 022; exec "$0" "$@"', ...command], { stdio: 'ignore' });
    expect(await once(ran, 'exit')).toEqual([0, null]);
  }

  /** Runs a server on `data` while `look` runs. */
  async function serving(data: string, look: () => void): Promise<void> {
    const command = [process.execPath, program, '--port', '0', '--data', data];
    const child = spawn('sh', ['-c', 'umask 022; exec "$0" "$@"', ...command], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      let log = '';
      child.stdout.on('data', (text) => {
        log += text;
      });
      await expect.poll(() => log).toContain('"listening"');
      look();
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }

  /** Returns the modes of `path` and of everything below it, by name. */
  function modesOf(path: string): Record<string, string> {
    const mode = (each: string) => (statSync(join(path, each)).mode & 0o777).toString(8);
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
    return Object.fromEntries(['', ...names].map((name) => [name, mode(name)]));
  }

  const DATABASE = {
    '': '700',
    'leafmark.db': '600',
    'leafmark.db-shm': '600',
    'leafmark.db-spare': '600',
    'leafmark.db-wal': '600',
  };

  it('are readable only by the account of the server', async () => {
    const data = join(folder, 'data');
    await serving(data, () => expect(modesOf(data)).toEqual(DATABASE));
  });

  it('lose looser modes when the server starts', async () => {
    const data = join(folder, 'data');
    await run('user', 'add', 'ada', '--data', data);
    mkdirSync(join(data, 'uploads'));
    chmodSync(data, 0o755);
    chmodSync(join(data, 'uploads'), 0o777);
    chmodSync(join(data, 'leafmark.db'), 0o644);
    await serving(data, () => expect(modesOf(data)).toEqual({ ...DATABASE, uploads: '700' }));
  });

  it('lose looser modes in a folder of another account, which stays unchanged', async () => {
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    chmodSync(shared, 0o755);
    const settings = [
      '--data',
      join(folder, 'data'),
      '--database',
      `sqlite:${join(shared, 'own.db')}`,
    ];
    await run('user', 'add', 'ada', ...settings);
    chmodSync(join(shared, 'own.db'), 0o644);
    await run('user', 'list', ...settings);
    expect(modesOf(shared)).toEqual({ '': '755', 'own.db': '600', 'own.db-spare': '600' });
  });

  it('include backups, also one that replaces an earlier file', async () => {
    const data = join(folder, 'data');
    const kept = join(folder, 'kept');
    mkdirSync(kept);
    for (const name of ['all.backup', 'all.backup.part']) {
      writeFileSync(join(kept, name), 'of an earlier time');
      chmodSync(join(kept, name), 0o644);
    }
    await run('backup', join(kept, 'all.backup'), '--data', data);
    expect(modesOf(kept)).toEqual({ '': '755', 'all.backup': '600' });
  });
});

describe('the reason why a server does not listen', () => {
  const place = { host: '192.0.2.1', port: 80 };
  const because = (code: string) =>
    listenProblem(Object.assign(new Error('listen'), { code }), place);

  it('explains problems that an administrator can solve', () => {
    expect(because('EACCES')).toContain('Port 80 needs more rights');
    expect(because('EADDRNOTAVAIL')).toContain('no address 192.0.2.1');
  });

  it('is null for other errors', () => {
    expect(because('SQLITE_FULL')).toBeNull();
    expect(listenProblem(new Error('fault'), place)).toBeNull();
  });
});
