// @module-tag full
import { existsSync, readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOUNTED } from '../../../server/routes';
import { BookmarkInfo, EXPORT_FORMATS, parseLinks, type Route } from '../../../src/contract';
import { SECOND_MS } from '../../../src/domain/time';
import { dangersIn } from '../../support/dangers';
import { openWindow } from '../../support/jsdom-window';
import { describeOnDatabases } from '../storage/support/databases';
import { runDueJobs } from '../support/run-jobs';
import { BASE, startServer, type TestServer } from '../support/test-server';
import { type SentParts, sentParts } from './any-multipart';
import { anyPage, GOOD_PAGE, SITE } from './any-page';
import { expectGood, expectGoodOfAny, expectKnown, expectRefusal } from './expect-answer';

/** `npm run soak -- fuzz` sends more. */
const RUNS = Math.ceil(Number(process.env.LEAFMARK_FUZZ ?? 12) / 4);

const { bookmarks, exporting, media, sharing, sync } = MOUNTED;
const { document } = openWindow('<!doctype html>', BASE);

describeOnDatabases('any page that is sent in parts on %s', (database) => {
  let t: TestServer;
  let token: string;
  beforeAll(async () => {
    t = await startServer(database);
    token = await t.tokenOf(await t.addUser('ada'));
  });
  afterAll(() => t.remove());

  /**
   * Reads `address`. Expects a documented response, and a 304 for the same request with its
   * validators.
   */
  async function read(route: Route, address: string): Promise<Response> {
    const path = address.replace(BASE, '');
    const ask = (headers = {}) => t.send(route.method, path, { token, headers });
    const answer = await ask();
    expect(answer.status, path).toBe(200);
    await expectGoodOfAny(route, answer.clone());
    if (route.answers[304]) await expectKnown(answer, ask);
    return answer;
  }

  const total = async () =>
    Number((await t.send('GET', '/api/bookmarks', { token })).headers.get('Total-Count'));

  /**
   * Sends a page. Returns the id of its bookmark, or null when it was refused and left nothing
   * behind.
   */
  async function send(page: SentParts): Promise<string | null> {
    const before = await total();
    const made = await t.send('POST', '/api/bookmarks', { token, ...sentParts(page) });
    const { uploadDir } = t.server.config;
    expect(existsSync(uploadDir) ? readdirSync(uploadDir) : []).toEqual([]);
    const isMade = made.status === 202;
    if (page.isBroken) expect(isMade).toBe(false);
    await (isMade ? expectGood : expectRefusal)(bookmarks.create, made.clone());
    expect(await total()).toBe(before + Number(isMade));
    return isMade ? made.headers.get('Bookmark-Id') : null;
  }

  /** Reads every resource of a bookmark. Returns true if it has an article. */
  async function readAll(id: string): Promise<boolean> {
    const path = `/api/bookmarks/${id}`;
    const info = BookmarkInfo.parse(await (await read(bookmarks.read, path)).json());
    expect(info.loaded).toBe(true);
    const { log, props, icon, image, thumbnail } = info.resources;
    for (const file of [log, props]) await read(bookmarks.file, file!.src);
    for (const file of [icon, image, thumbnail]) if (file) await read(media.image, file.src);
    const article = await read(bookmarks.article, `${path}/article`);
    for (const { url } of parseLinks(article.headers.get('Link'))) await read(media.resource, url);
    document.body.innerHTML = await article.text();
    expect(dangersIn(document.body)).toEqual([]);
    await readShared(path);
    for (const format of EXPORT_FORMATS) await read(exporting.one, `${path}/article.${format}`);
    await read(exporting.feed, '/api/bookmarks/feed');
    return info.has_article;
  }

  /** Reads the page that a share link of a bookmark shows. */
  async function readShared(path: string): Promise<void> {
    const link = await t.send('GET', `${path}/share/link`, { token });
    await expectGood(sharing.link, link.clone());
    const shared = await read(sharing.page, link.headers.get('Location') ?? '');
    // The page names no host. The check is for articles, whose addresses are absolute.
    document.body.innerHTML = (await shared.text()).replaceAll('src="/@b/', `src="${BASE}/@b/`);
    // Links open in the same tab, and the response's header sends no referrer. The server itself
    // makes wide elements reachable by keyboard.
    const isExpected = /^(?:a link without noopener|<(?:pre|table) tabindex="0">)$/;
    const dangers = dangersIn(document.querySelector('main')!);
    expect(dangers.filter((danger) => !isExpected.test(danger))).toEqual([]);
  }

  it('is refused as a whole, or stored and returned as documented', {
    timeout: 600_000,
  }, async () => {
    let articles = 0;
    const check = fc.asyncProperty(anyPage, async (page) => {
      const id = await send(page);
      // Within the second of a change the server sends no `Last-Modified`.
      t.advance(2 * SECOND_MS);
      expect(new Set(await runDueJobs(t.server))).toEqual(new Set(id === null ? [] : ['done']));
      t.advance(2 * SECOND_MS);
      if (id !== null && (await readAll(id))) articles += 1;
    });
    await fc.assert(check, { numRuns: RUNS, examples: [[GOOD_PAGE]] });
    expect(articles).toBeGreaterThan(0);
    for (const format of EXPORT_FORMATS) {
      await read(exporting.list, `/api/bookmarks/export.${format}`);
    }
    const json = { with_json: true, with_html: true, with_markdown: true, with_resources: true };
    await expectGood(sync.stream, await t.send('POST', '/api/bookmarks/sync', { token, json }));
    expect(t.logged.filter(({ level }) => level === 'error')).toEqual([]);
    // The log has neither the page nor the token, at any level.
    const written = JSON.stringify(t.logged);
    expect(written).not.toContain(new URL(SITE).host);
    expect(written).not.toContain(token);
  });
});
