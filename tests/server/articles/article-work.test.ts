import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ArticleWork } from '../../../server/articles/article-work';
import { doArticleTask } from '../../../server/articles/do-article-task';
import { WITH_NOTES } from '../../../server/articles/render-options';
import type { Processes } from '../../../server/processes/process-pool';
import type { TaskError } from '../../../server/processes/tasks';
import type { AnnotationRow, BookmarkKey, UserId, UserRow } from '../../../server/storage';
import type { Tasks } from '../../../server/tasks';
import { unixMs } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { processesThat } from '../support/direct-processes';
import { saveArticle } from '../support/saved-article';
import { startServer, type TestServer } from '../support/test-server';

const USER = 1 as UserId;
const LARGE = `<section>${'<p>The harbour froze, all of it.</p>'.repeat(2000)}</section>`;
/** Work with an image, because an article without one is returned unchanged. */
const withImage = (article: string) => ({
  article: `${article}<img src="_resources/a.png">`,
  annotations: [],
  options: WITH_NOTES,
  images: { known: new Map(), prefix: '/' },
});

/**
 * Returns processes whose tasks all fail with `error`, and a list of their users and lanes.
 */
function failingProcesses(error: TaskError) {
  const users: string[] = [];
  const run = async () => ({ ok: false as const, error });
  const processes: Processes<Tasks> = {
    ...processesThat(run),
    sharedBy(user, lane) {
      users.push(`${user} ${lane}`);
      return { run };
    },
  };
  return { processes, users };
}

describe('work on articles', () => {
  it('is done in the server when the article is small, and otherwise by a process for its owner', async () => {
    const { processes, users } = failingProcesses({ kind: 'took-too-long' });
    const work = new ArticleWork(processes);
    const small = await work.run(USER, 'render', withImage('<p>a</p>'));
    expect(small).toBe('<p>a</p><img src="/a.png">');
    const without = { ...withImage(''), article: LARGE };
    expect(await work.run(USER, 'render', without)).toBe(LARGE);
    expect(users).toEqual([]);
    await expect(work.run(USER, 'render', withImage(LARGE))).rejects.toThrow('took-too-long');
    expect(users).toEqual(['1 interactive']);
  });

  it('fails when overlapping highlights would repeat the text of an article too often', () => {
    const article = `<section><p>${'a'.repeat(1000)}</p>${'<p>a</p>'.repeat(1000)}</section>`;
    const annotations = Array.from(
      { length: 400 },
      (_, n): AnnotationRow => ({
        id: `a${n}`,
        bookmarkKey: 1 as BookmarkKey,
        startSelector: 'section[1]/p[1]',
        startOffset: n,
        endSelector: 'section[1]/p[1001]',
        endOffset: 1,
        position: n,
        text: 'a'.repeat(2000 - n),
        color: 'yellow',
        note: '',
        review: '',
        quote: null,
        created: unixMs(0),
      }),
    );
    const input = { article, annotations, options: WITH_NOTES, images: null };
    expect(() => doArticleTask('render', input)).toThrow('too long');
  });

  it('is refused to a user whose waiting work is too much, and not to others', async () => {
    const work = new ArticleWork(processesThat(() => new Promise<never>(() => {})));
    const input = withImage('a'.repeat(10_000_000));
    for (let n = 0; n < 3; n += 1) void work.run(USER, 'render', input);
    await expect(work.run(USER, 'render', input)).rejects.toThrow('busy');
    const other = work.run(2 as UserId, 'render', input);
    // Files of many bookmarks wait for their turn in any case.
    const queued = work.queued.run(USER, 'render', input);
    expect(await Promise.race([other, queued, Promise.resolve('waits')])).toBe('waits');
  });
});

describeOnDatabases('an article whose work fails on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
  });
  afterAll(() => t.remove());

  it.each([
    ['took-too-long', null],
    ['took-too-much-memory', null],
    ['broke', '5'],
  ] as const)('is refused clearly when its process %s', async (kind, retryAfter) => {
    const { processes } = failingProcesses({ kind, fault: 'gone' } as TaskError);
    const { id } = await saveArticle(t, ada, {}, `${LARGE}<img src="_resources/ice.png">`);
    const token = await t.tokenOf(ada);
    const path = `/api/bookmarks/${id}/article`;
    const refused = await t.another({ processes }).send('GET', path, { token });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe(retryAfter);
    const [entry] = t.logged.slice(-2);
    expect(entry).toMatchObject({ event: 'article work failed', level: 'error' });
    expect((await t.send('GET', path, { token })).status).toBe(200);
  });

  it('is in the stream of a sync without its changes', async () => {
    const { processes } = failingProcesses({ kind: 'took-too-long' });
    const article = `${LARGE}<img src="_resources/ice.png">`;
    const { id } = await saveArticle(t, ada, {}, article);
    const sent = { token: await t.tokenOf(ada), json: { id: [id], with_html: true } };
    const stream = await t.another({ processes }).send('POST', '/api/bookmarks/sync', sent);
    expect(await stream.text()).toContain(article);
    expect(t.logged).toContainEqual(
      expect.objectContaining({ event: 'article not rendered', bookmark: id }),
    );
  });
});
