import { expect } from 'vitest';
import type { JobOutcome } from '../../../server/ops/metrics';
import type { BookmarkRow } from '../../../server/storage';
import { runDueJobs } from './run-jobs';
import { type Sent, startServer, type TestServer } from './test-server';
import { startWeb, type Web } from './web';

const WORDS = 'The quick brown fox jumps over the lazy dog and runs far away from here. ';
/** Enough text for a page to be an article. */
export const PARAGRAPHS = `<p>${WORDS.repeat(4)}</p>`.repeat(4);
export const HTML = 'text/html; charset=utf-8';

/** Returns a page with an article. */
export const storyPage = (body = PARAGRAPHS, head = '', title = 'A story') =>
  `<!doctype html><html lang="en-GB"><head><title>${title}</title>${head}</head>
  <body><nav><a href="/">Home</a></nav><article>${body}</article></body></html>`;

/** A server with a user, and a web site that the server may fetch from. */
export interface ExtractionWorld {
  readonly t: TestServer;
  readonly web: Web;
  /** The user's token. */
  readonly token: string;
  /** Returns the address of a path of the site. */
  at(path: string): string;
  get(path: string): Promise<Response>;
  /** Reads a bookmark through the API. */
  info(id: string): Promise<Record<string, unknown>>;
  /** Reads a bookmark from the database. */
  row(id: string): Promise<BookmarkRow>;
  article(id: string): Promise<string>;
  log(id: string): Promise<string>;
  /**
   * Creates a bookmark of an address of the site and returns its id. `more` has other fields or a
   * multipart body.
   */
  create(path: string, more?: Record<string, unknown>): Promise<string>;
  post(sent: Sent): Promise<string>;
  /** Runs the due jobs, by default on the world's own server. */
  run(on?: TestServer): Promise<readonly JobOutcome[]>;
  /** Creates a bookmark and runs its extraction. */
  extract(path: string, more?: Record<string, unknown>): Promise<string>;
  end(): Promise<void>;
}

export async function startExtractionWorld(
  database: Parameters<typeof startServer>[0],
): Promise<ExtractionWorld> {
  const web = await startWeb();
  const t = await startServer(database, { flags: { 'allowed-networks': '127.0.0.1' } });
  t.names.set('site.example', ['127.0.0.1']);
  const token = await t.tokenOf(await t.addUser());
  const at = (path: string) => `http://site.example:${web.port}${path}`;
  const get = (path: string) => t.send('GET', path, { token });
  const text = async (path: string) => (await get(path)).text();
  const post = async (sent: Sent) => {
    const made = await t.send('POST', '/api/bookmarks', { ...sent, token });
    expect(made.status).toBe(202);
    return made.headers.get('bookmark-id') ?? '';
  };
  const create = (path: string, more = {}) => post({ json: { url: at(path), ...more } });
  const run = (on = t) => runDueJobs(on.server);
  return {
    t,
    web,
    token,
    at,
    get,
    post,
    create,
    run,
    info: async (id) => JSON.parse(await text(`/api/bookmarks/${id}`)),
    row: async (id) => (await t.storage.bookmarks.findById(id))!,
    article: (id) => text(`/api/bookmarks/${id}/article`),
    log: (id) => text(`/api/bookmarks/${id}/x/log`),
    async extract(path, more) {
      const id = await create(path, more);
      expect(await run()).toEqual(['done']);
      return id;
    },
    async end() {
      await web.close();
      await t.remove();
    },
  };
}
