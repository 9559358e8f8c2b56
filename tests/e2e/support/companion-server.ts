import { hashPassword } from '../../../server/account/password';
import { hashSecret, newSecret } from '../../../server/account/secrets';
import type { NewBookmark, Storage, UserRow } from '../../../server/storage';
import type { TokenRole } from '../../../src/contract/permissions.ts';
import { unixMs } from '../../../src/domain/time.ts';
import { DATABASES } from '../../server/storage/support/databases';
import { fakeToken, fakeUser } from '../../server/storage/support/rows';
import {
  buildRealServer,
  type RealServer,
  startRealServer,
} from '../../server/support/real-server.ts';
import { saveArticle } from '../../server/support/saved-article.ts';

/** The account on the companion server of a test. */
export const ADA = { name: 'ada', password: 'correct horse battery' } as const;

/** Somebody else who has an account there once `addBob` was called. */
export const BOB = { name: 'bob', password: 'battery horse correct' } as const;

/** The companion server in a separate process, with Ada's account. */
export interface CompanionServer extends Pick<RealServer, 'base' | 'send'> {
  /** Creates a token of Ada. */
  newToken(roles?: readonly TokenRole[] | null): Promise<string>;
  /** Revokes all tokens of Ada. */
  revokeTokens(): Promise<void>;
  /** Creates the account of Bob, with one bookmark. */
  addBob(): Promise<void>;
  /** Adds `count` bookmarks with articles. */
  fill(count: number): Promise<void>;
  /** Adds a bookmark, whose article is HTML. */
  add(bookmark: Partial<NewBookmark>, article: string): Promise<void>;
  /** Works on the storage behind the server, as an older version or an attacker may have done. */
  inStorage<T>(work: (storage: Storage, ada: UserRow) => Promise<T>): Promise<T>;
  /** The path of the built program. */
  readonly program: string;
  /** Kills the server at any moment and starts it, or another `program`, on another port. */
  restart(program?: string): Promise<void>;
  stop(): Promise<void>;
}

/** @param flags settings of the server besides those of every test */
export async function startCompanion(flags: readonly string[] = []): Promise<CompanionServer> {
  const [, sqlite] = DATABASES[0];
  const database = await sqlite();
  const storage = await database.open();
  const passwordHash = await hashPassword(ADA.password);
  const ada = await storage.users.create(fakeUser({ username: ADA.name, passwordHash }));
  if (!ada.ok) throw new Error(ada.error.kind);
  const program = await buildRealServer();
  let server = await startRealServer(program, database, flags);
  /** In Unix ms. Two bookmarks of one moment have no order. */
  let lastAdded = 0;
  const newToken = async (roles: readonly TokenRole[] | null = null) => {
    const token = newSecret();
    const userId = ada.value.id;
    await storage.tokens.create(fakeToken({ userId, roles, hash: hashSecret(token) }));
    return token;
  };
  return {
    get base() {
      return server.base;
    },
    send: (...sent) => server.send(...sent),
    newToken,
    async revokeTokens() {
      const { id: userId } = ada.value;
      const tokens = await storage.tokens.list(userId, { limit: 100, offset: 0 });
      for (const { id } of tokens.rows) await storage.tokens.delete(userId, id);
    },
    async addBob() {
      const user = fakeUser({
        username: BOB.name,
        passwordHash: await hashPassword(BOB.password),
      });
      const bob = await storage.users.create(user);
      if (!bob.ok) throw new Error(bob.error.kind);
      const page = { url: 'http://bob.example/', title: 'A page of Bob', site: 'bob.example' };
      await storage.transaction((unit) => saveArticle({ storage: unit }, bob.value, page));
    },
    fill: (count) => fillLibrary(storage, ada.value, count),
    async add(bookmark, article) {
      lastAdded = Math.max(lastAdded + 1, Date.now());
      const created = unixMs(lastAdded);
      await storage.transaction((unit) =>
        saveArticle({ storage: unit }, ada.value, { created, ...bookmark }, article),
      );
    },
    inStorage: (work) => work(storage, ada.value),
    program,
    async restart(next = program) {
      await server.end('SIGKILL');
      server = await startRealServer(next, database, flags);
    },
    async stop() {
      await server.end('SIGTERM');
      await database.remove();
    },
  };
}

/** The number of bookmarks that are written in one transaction. */
const BATCH = 500;

/**
 * Writes `count` bookmarks of `user` directly to the storage, each with an article and its picture.
 */
async function fillLibrary(storage: Storage, user: UserRow, count: number): Promise<void> {
  const first = Date.now() - count;
  for (let from = 0; from < count; from += BATCH) {
    await storage.transaction(async (repositories) => {
      for (let index = from; index < Math.min(count, from + BATCH); index += 1) {
        const bookmark = {
          url: `http://filled.example/${index}`,
          title: `Bookmark ${index}`,
          site: 'filled.example',
          created: unixMs(first + index),
        };
        await saveArticle({ storage: repositories }, user, bookmark);
      }
    });
  }
}
