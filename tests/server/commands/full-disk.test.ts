// @module-tag full
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashSecret, newSecret } from '../../../server/account/secrets';
import { openStorage } from '../../../server/storage';
import { temporaryFolder } from '../../support/temporary-folder';
import { addUser, fakeToken } from '../storage/support/rows';
import { buildRealServer, type RealServer, startRealServer } from '../support/real-server';

const FULL = {
  status: 507,
  message: expect.stringContaining('Nothing that was saved before is lost'),
};

// Only root can make a file system of a fixed size.
describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a server on a disk without any room',
  () => {
    let program: string;
    let disk: string;
    let token: string;
    let server: RealServer | undefined;
    beforeAll(async () => {
      program = await buildRealServer();
    });
    beforeEach(async () => {
      disk = temporaryFolder('leafmark-disk');
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]);
      const storage = await openStorage({ database: join(disk, 'leafmark.db') });
      const ada = await addUser(storage);
      token = newSecret();
      await storage.tokens.create(fakeToken({ userId: ada.id, hash: hashSecret(token) }));
      await storage.bookmarks.create(ada.id, { url: 'https://a.example/', title: 'kept' });
      await storage.close();
    });
    afterEach(async () => {
      await server?.end('SIGKILL');
      server = undefined;
      execFileSync('umount', [disk]);
      rmSync(disk, { recursive: true, force: true });
    });

    /** Writes until the disk is full. */
    function fill(name: string): void {
      const file = openSync(join(disk, name), 'w');
      try {
        for (;;) writeSync(file, Buffer.alloc(4096));
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' });
      } finally {
        closeSync(file);
      }
    }
    const start = async () => {
      const database = { kind: 'sqlite', address: join(disk, 'leafmark.db') } as const;
      server = await startRealServer(program, database, ['--data', disk]);
      return server;
    };
    const titles = async (from: RealServer) => {
      const answer = await from.send('GET', '/api/bookmarks', { token });
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
    };
    const create = (at: RealServer, size = 1000) =>
      at.send('POST', '/api/bookmarks', {
        token,
        json: { url: 'https://b.example/', title: 'x'.repeat(size) },
      });

    it('starts, answers reads, refuses writes with 507, and saves again when there is room', async () => {
      fill('of-others');
      const running = await start();
      fill('the-rest');
      expect(await titles(running)).toEqual(['kept']);
      const refused = await create(running);
      expect([refused.status, await refused.json()]).toEqual([507, FULL]);
      expect(await titles(running)).toEqual(['kept']);
      rmSync(join(disk, 'of-others'));
      expect((await create(running, 10)).status).toBe(202);
      expect(await titles(running)).toEqual(['xxxxxxxxxx', 'kept']);
    });

    it('refuses a large page with 507 and keeps nothing of it', async () => {
      const running = await start();
      fill('of-others');
      const body = new FormData();
      body.set('url', 'https://b.example/');
      body.set('html', new Blob(['<p>word</p>'.repeat(500_000)], { type: 'text/html' }));
      const refused = await running.send('POST', '/api/bookmarks', { token, body });
      expect([refused.status, await refused.json()]).toEqual([507, FULL]);
      expect(await titles(running)).toEqual(['kept']);
    });

    it('goes on when its log cannot be written', async () => {
      const log = openSync(join(disk, 'log'), 'w');
      const settings = ['--port', '0', '--data', disk, '--log-level', 'debug'];
      const child = spawn(process.execPath, [program, ...settings], {
        stdio: ['ignore', log, 'ignore'],
      });
      try {
        const listening = () =>
          /"event":"listening".*?"port":(\d+)/.exec(readFileSync(join(disk, 'log'), 'utf8'))?.[1];
        const port = await vi.waitFor(() => listening() ?? Promise.reject(), 20_000);
        fill('of-others');
        for (let n = 0; n < 50; n += 1) {
          const answer = await fetch(`http://127.0.0.1:${port}/api/info`);
          expect(answer.status).toBe(200);
          await answer.text();
        }
        expect(child.exitCode).toBeNull();
      } finally {
        child.kill('SIGKILL');
        await once(child, 'exit');
        closeSync(log);
      }
    });
  },
);
