import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { whyNotListening } from '../../server/commands/listen-problem';
import { buildRealServer } from './support/real-server';

const NOTICE = /^Leafmark listens at (\S+)\nMake the first account at (\S+)\n$/;

describe('a server that is started at a terminal', () => {
  let program: string;
  let folder: string;
  let child: ChildProcess | null = null;
  beforeAll(async () => {
    program = await buildRealServer();
  }, 60_000);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'leafmark-start-'));
  });
  afterEach(() => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts it; what it says comes together in `all`, as at a terminal, and apart. */
  function start(port: number) {
    const said = { all: '', person: '', log: '' };
    const started = spawn(process.execPath, [program, '--port', String(port), '--data', folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const hear = (from: 'person' | 'log') => (text: Buffer) => {
      said.all += text;
      said[from] += text;
    };
    started.stdout.on('data', hear('log'));
    started.stderr.on('data', hear('person'));
    child = started;
    return { said, child: started };
  }

  it('says where it is and how to begin, in two lines before any log', async () => {
    const { said } = start(0);
    await expect.poll(() => said.all, { timeout: 20_000 }).toContain('"listening"');
    const [, address = '', link = ''] = NOTICE.exec(said.all.slice(0, said.all.indexOf('{'))) ?? [];
    expect(link.startsWith(`${address}setup?token=`)).toBe(true);
    const page = await fetch(link);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Make the account');
  }, 30_000);

  it('says that a port is taken, to whoever started it and in the log, and no more', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    try {
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const { said, child: refused } = start(port);
      const [code] = await once(refused, 'close');
      expect(code).toBe(1);
      const reason = `Port ${port} is taken. Choose another with --port.`;
      expect(said.person).toBe(`${reason}\n`);
      expect(JSON.parse(said.log)).toEqual({
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
  }, 30_000);
});

describe('why a server does not listen', () => {
  const place = { host: '192.0.2.1', port: 80 };
  const because = (code: string) =>
    whyNotListening(Object.assign(new Error('listen'), { code }), place);

  it('is said for what whoever started it can mend', () => {
    expect(because('EACCES')).toContain('Port 80 may not be used');
    expect(because('EADDRNOTAVAIL')).toContain('no address 192.0.2.1');
  });

  it('is left to the log for anything else', () => {
    expect(because('SQLITE_FULL')).toBeNull();
    expect(whyNotListening(new Error('fault'), place)).toBeNull();
  });
});
