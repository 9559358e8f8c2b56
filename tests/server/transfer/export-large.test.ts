// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ArticleWork } from '../../../server/articles/article-work';
import { doArticleTask } from '../../../server/articles/do-article-task';
import { WITH_NOTES } from '../../../server/articles/render-options';
import { ProcessPool } from '../../../server/processes/process-pool';
import type { UserRow } from '../../../server/storage';
import { TASKS, type Tasks } from '../../../server/tasks';
import { filesOf } from '../../formats/archives';
import { HOSTILE_ARTICLE, RICH_ARTICLE } from '../../formats/articles';
import { bookmark } from '../../formats/items';
import { TEST_TIMEOUT_MS } from '../../support/timeouts';
import { isTestedOn } from '../contract/timed-server';
import { buildProgram } from '../storage/support/build-program';
import { describeOnDatabases } from '../storage/support/databases';
import { processesThat, runDirectly } from '../support/direct-processes';
import { saveArticle } from '../support/saved-article';
import { startServer, type TestServer } from '../support/test-server';

const articleOf = (paragraphs: number) =>
  `<section>${'<p>The harbour froze, <b>all</b> of it.</p>'.repeat(paragraphs)}</section>`;
/** Its conversion to Markdown would block the server for more than twice as long as allowed. */
const LARGE = articleOf(9_000);
/** Just too long for a conversion in the server's own process. */
const LONG = articleOf(500);
const SPOILT = LONG.replace('harbour', 'spoilt harbour');
/**
 * The longest time in ms of processor time for which one piece of work may block the server's
 * thread.
 */
const MAX_KEPT_MS = 250;
const NOTICE = 'Leafmark could not convert this article';

/** Processes in which each conversion of `SPOILT` takes too long. */
const spoiltProcesses = processesThat(async (kind, input) =>
  JSON.stringify(input).includes('spoilt')
    ? { ok: false, error: { kind: 'took-too-long' } }
    : runDirectly(kind, input),
);

describeOnDatabases('exports of large articles on %s', (database, databaseName) => {
  let t: TestServer;
  let bob: UserRow;
  let pool: ProcessPool<Tasks>;
  let large: string;
  let long: string;
  let spoilt: string;
  const tokens = { ada: '', bob: '' };
  beforeAll(async () => {
    const program = await buildProgram('server/task-program.ts', `tasks-export-${databaseName}`);
    // A conversion of this length may take longer than usual on a busy machine.
    pool = new ProcessPool(program, TASKS, { timeoutMs: TEST_TIMEOUT_MS });
    t = await startServer(database);
    const ada = await t.addUser('ada');
    tokens.ada = await t.tokenOf(ada);
    large = (await saveArticle(t, ada, { title: 'Large' }, LARGE)).id;
    bob = await t.addUser('bob');
    tokens.bob = await t.tokenOf(bob);
    long = (await saveArticle(t, bob, { title: 'Long' }, LONG)).id;
    const url = 'https://example.org/spoilt?a&b';
    spoilt = (await saveArticle(t, bob, { title: 'Ruined', url }, SPOILT)).id;
    await saveArticle(t, bob, { title: 'Small' });
  });
  afterAll(async () => {
    await pool.close();
    await t.remove();
  });

  type Exporter = Pick<TestServer, 'send'>;
  const requestOf = (token: string) => ({
    get: (server: Exporter, path: string, accept = '*/*') =>
      server.send('GET', path, { token, headers: { accept } }),
    streamed: (server: Exporter) =>
      server.send('POST', '/api/bookmarks/sync', { token, json: { with_markdown: true } }),
  });
  const file = (server: Exporter, name: string, accept?: string) =>
    requestOf(tokens.ada).get(server, `/api/bookmarks/${large}/${name}`, accept);
  const get = (server: Exporter, path: string, accept?: string) =>
    requestOf(tokens.bob).get(server, path, accept);

  const formats: readonly [string, (server: Exporter) => Promise<Response>][] = [
    ['article.md', (server) => file(server, 'article.md')],
    ['EPUB', (server) => file(server, 'article.epub')],
    ['a zip', (server) => file(server, 'article.md', 'application/zip')],
    ['a sync', (server) => requestOf(tokens.ada).streamed(server)],
  ];
  const tested = formats.filter((_, at) => isTestedOn(databaseName, at));
  it.each(tested)('do not block the server: %s', async (_, ask) => {
    // The first task starts the process before the measurement.
    await pool.run('render', { article: '', annotations: [], options: {}, images: null } as never);
    const keptMs: number[] = [];
    // The garbage of the tests before may be collected meanwhile. The least of several has only its own.
    for (let time = 0; time < 3; time += 1) {
      const before = process.threadCpuUsage();
      const answer = await ask(t.another({ processes: pool }));
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000);
      const { user, system } = process.threadCpuUsage(before);
      keptMs.push((user + system) / 1000);
    }
    expect(Math.min(...keptMs)).toBeLessThan(MAX_KEPT_MS);
  });

  it.each(['article.md', 'article.epub'])(
    'are refused as %s when the conversion takes too long',
    async (name) => {
      const server = t.another({ processes: spoiltProcesses });
      for (const accept of ['*/*', 'application/zip']) {
        const refused = await get(server, `/api/bookmarks/${spoilt}/${name}`, accept);
        expect(refused.status).toBe(503);
        expect(refused.headers.get('Retry-After')).toBeNull();
        expect(await refused.json()).toMatchObject({
          message: expect.stringContaining('too long'),
        });
      }
      expect((await get(server, `/api/bookmarks/${long}/${name}`)).status).toBe(200);
    },
  );

  it('contain a notice in place of an article that takes too long, and all other articles', async () => {
    const server = t.another({ processes: spoiltProcesses });
    const text = await (await get(server, '/api/bookmarks/export.md')).text();
    expect(text.match(/^# .*$/gm)?.toSorted()).toEqual(['# Long', '# Ruined', '# Small']);
    expect(text.split(NOTICE)).toHaveLength(2);
    expect(text).toContain('https://example.org/spoilt?a&b');
    const archives = [
      ['export.epub', '*/*', /chapter-\d\.xhtml$/],
      ['export.md', 'application/zip', /index\.md$/],
    ] as const;
    for (const [path, accept, name] of archives) {
      const answer = await get(server, `/api/bookmarks/${path}`, accept);
      const files = await filesOf(new Uint8Array(await answer.arrayBuffer()));
      const texts = [...files].filter(([file]) => name.test(file)).map(([, text]) => text);
      expect(texts).toHaveLength(3);
      expect(texts.filter((text) => text.includes(NOTICE))).toHaveLength(1);
    }
    const warned = t.logged.filter(({ event }) => event === 'article not converted');
    expect(warned.map((line) => line.bookmark)).toEqual([spoilt, spoilt, spoilt]);
  });

  it('contain the notice in a sync as well', async () => {
    const server = t.another({ processes: spoiltProcesses });
    const text = await (await requestOf(tokens.bob).streamed(server)).text();
    expect(text.split(NOTICE)).toHaveLength(2);
    expect(text.split('text/markdown')).toHaveLength(4);
  });

  it('are made while too much other work of the user is under way', async () => {
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const processes = processesThat(async (kind, input) => {
      if (JSON.stringify(input).length > 10_000_000) await held;
      return runDirectly(kind, input);
    });
    const articleWork = new ArticleWork(processes);
    // As heavy as all work of one user may be.
    const article = '<img src="_resources/a.png">'.padEnd(32_000_000);
    const images = { known: new Map(), prefix: '/' };
    const input = { article, annotations: [], options: WITH_NOTES, images };
    const other = articleWork.run(bob.id, 'render', input);
    const server = t.another({ processes, articleWork });
    expect((await get(server, `/api/bookmarks/${long}/article.md`)).status).toBe(503);
    const text = await (await get(server, '/api/bookmarks/export.md')).text();
    expect(text).not.toContain(NOTICE);
    end();
    await other;
  });

  it.each([RICH_ARTICLE, HOSTILE_ARTICLE])(
    'have the same result in a separate process',
    async (html) => {
      const article = { html, leadImage: 'https://e.org/a.png', leadInText: null };
      const images = new Map([['https://example.org/a.png', 'a.png']]);
      const shape = { hasFrontMatter: true, hasHeading: true };
      const markdown = { bookmark: bookmark(), article, images, ...shape };
      const chapter = { bookmark: bookmark(), article, images, number: 3 };
      expect(await pool.run('markdown', markdown)).toEqual({
        ok: true,
        value: doArticleTask('markdown', markdown),
      });
      expect(await pool.run('chapter', chapter)).toEqual({
        ok: true,
        value: doArticleTask('chapter', chapter),
      });
      const page = { bookmark: bookmark(), article, images };
      expect(await pool.run('htmlPage', page)).toEqual({
        ok: true,
        value: doArticleTask('htmlPage', page),
      });
    },
  );
});
