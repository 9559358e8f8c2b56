import { argon2Sync, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { issueToken } from '../../../server/account/issue-token';
import { hashSecret, newSecret } from '../../../server/account/secrets';
import { DEFAULT_USER_SETTINGS } from '../../../server/account/user-settings';
import { createApp } from '../../../server/app';
import { ArticleWork } from '../../../server/articles/article-work';
import { readConfig } from '../../../server/config/config';
import { createLog } from '../../../server/ops/log';
import { createMetrics } from '../../../server/ops/metrics';
import type { Server } from '../../../server/server';
import type { Storage, UserRow } from '../../../server/storage';
import type { WebApp } from '../../../server/web/web-app';
import type { TokenRole, UserGroup } from '../../../src/contract';
import { HOUR_MS, type UnixMs, unixMs } from '../../../src/domain/time';
import { temporaryFolder } from '../../support/temporary-folder';
import { type DATABASES, testClock } from '../storage/support/databases';
import { directProcesses } from './direct-processes';

type OpenDatabase = (typeof DATABASES)[number][1];

export const BASE = 'http://leafmark.test';
/** The address of the request when the server has no base address. */
const OWN = 'http://localhost';

/** Everything of a request besides its method and path. */
export interface Sent {
  readonly token?: string;
  readonly cookie?: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>> | URLSearchParams;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
  /** The IP address of the client. */
  readonly from?: string;
}

/** A web app whose page is empty. */
export const EMPTY_APP: WebApp = {
  files: new Map(),
  shell: { type: 'text/html', isHashed: false, read: async () => new Uint8Array() },
};

/** A server in this process. Its clock moves only with `advance`. */
export interface TestServer {
  readonly server: Server;
  readonly storage: Storage;
  /** The entries of its log. */
  readonly logged: Record<string, unknown>[];
  /** The IP addresses of host names. */
  readonly names: Map<string, readonly string[]>;
  advance(ms: number): void;
  /** Stops the server, as a signal does. */
  stop(): void;
  send(method: string, path: string, sent?: Sent): Promise<Response>;
  addUser(name?: string, more?: { group?: UserGroup; password?: string }): Promise<UserRow>;
  /** Creates a token of `user`. With null as roles, it has all rights of the user. */
  tokenOf(user: UserRow, roles?: readonly TokenRole[] | null): Promise<string>;
  /** Creates a session of `user` and returns its cookie. */
  cookieOf(user: UserRow): Promise<string>;
  /** Returns the same server with `changes`. */
  another(changes: Partial<Server>): TestServer;
  /** Returns another process of the server, which shares only the database. */
  anotherProcess(): Promise<TestServer>;
  remove(): Promise<void>;
}

interface Options {
  /** Settings, by flag. */
  readonly flags?: Readonly<Record<string, string>>;
}

/** Starts a server on `database`. `remove` also removes the database. */
export async function startServer(
  database: OpenDatabase,
  { flags = {} }: Options = {},
): Promise<TestServer> {
  const db = await database();
  const folder = temporaryFolder('leafmark-server');
  // A server with a port is reached at its own address.
  const base = flags.port === undefined ? { 'base-url': BASE } : {};
  const settings = { data: folder, 'client-uri-lookup': 'resolve', ...base, ...flags };
  const config = readConfig(settings, {});
  if (!config.ok) throw new Error(config.error.join('\n'));
  const clock = testClock();
  const storage = await db.open(clock.now);
  const logged: Record<string, unknown>[] = [];
  const names = new Map([['app.example', ['93.184.216.34']]]);
  const stopping = new AbortController();
  const server: Server = {
    config: config.value,
    storage,
    now: clock.now,
    log: createLog('debug', (line) => logged.push(JSON.parse(line)), clock.now),
    metrics: createMetrics('1.2.3'),
    stopping: stopping.signal,
    resolveHost: async (name) => names.get(name) ?? [],
    resolvePublicHost: async (name) => names.get(name) ?? [],
    processes: directProcesses,
    articleWork: new ArticleWork(directProcesses),
    webApp: null,
    version: '1.2.3',
  };
  const stop = () => stopping.abort();
  const shared = { logged, names, advance: clock.advance, stop };
  const remove = async () => {
    await db.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  return testServer(server, { ...shared, remove, open: () => db.open(clock.now) });
}

/** The parts that all processes of one server share. */
type Shared = Pick<TestServer, 'logged' | 'names' | 'advance' | 'stop' | 'remove'> & {
  readonly open: () => Promise<Storage>;
};

function testServer(server: Server, shared: Shared): TestServer {
  const app = createApp(server);
  const { storage } = server;
  return {
    ...shared,
    server,
    storage,
    send: async (method, path, sent = {}) =>
      app.fetch(requestOf(server.config.baseUrl ? BASE : OWN, method, path, sent), {
        incoming: { socket: { remoteAddress: sent.from ?? '192.0.2.1' } },
      }),
    async addUser(name = 'ada', { group = 'user', password } = {}) {
      const made = await storage.users.create({
        username: name,
        email: `${name}@example.org`,
        group,
        passwordHash: password === undefined ? null : cheapPasswordHash(password),
        settings: DEFAULT_USER_SETTINGS,
      });
      if (!made.ok) throw new Error(made.error.kind);
      return made.value;
    },
    async tokenOf(user, roles = null) {
      const wanted = { userId: user.id, kind: 'api', name: 'test', roles } as const;
      return (await issueToken(storage, { ...wanted, clientUri: '', clientLogo: '' })).secret;
    },
    async cookieOf(user) {
      const session = newSecret();
      const expires: UnixMs = unixMs(server.now() + HOUR_MS);
      await storage.sessions.create({ hash: hashSecret(session), userId: user.id, expires });
      return `leafmark_session=${session}`;
    },
    another: (changes) => {
      const articleWork = new ArticleWork(changes.processes ?? server.processes);
      return testServer({ ...server, articleWork, ...changes }, shared);
    },
    anotherProcess: async () => testServer({ ...server, storage: await shared.open() }, shared),
  };
}

/** Returns a request to the server at `base`. */
export function requestOf(base: string, method: string, path: string, sent: Sent): Request {
  const headers = new Headers({ host: new URL(base).host, ...sent.headers });
  if (sent.token !== undefined) headers.set('authorization', `Bearer ${sent.token}`);
  if (sent.cookie !== undefined) headers.set('cookie', sent.cookie);
  let body = sent.body ?? null;
  if (sent.json !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(sent.json);
  }
  if (sent.form !== undefined) {
    headers.set('content-type', 'application/x-www-form-urlencoded');
    body = new URLSearchParams(sent.form).toString();
  }
  const isStream = body instanceof ReadableStream;
  return new Request(`${base}${path}`, {
    method,
    headers,
    body,
    ...(isStream && { duplex: 'half' }),
  });
}

/**
 * Hashes a password at the lowest cost, in the format of the server, which reads the cost from the
 * hash. The server itself hashes at the real cost where tests set or change a password.
 */
function cheapPasswordHash(password: string): string {
  const [memory, passes, parallelism] = [8, 1, 1];
  const salt = randomBytes(16);
  const hash = argon2Sync('argon2id', {
    memory,
    passes,
    parallelism,
    message: Buffer.from(password.normalize('NFC')),
    nonce: salt,
    tagLength: 32,
  });
  const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(hash)}`;
}
