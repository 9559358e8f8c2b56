import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WITH_NOTES } from '../../server/annotations';
import { ArticleWork } from '../../server/articles/article-work';
import type { PageReader } from '../../server/extraction';
import type { ReadError } from '../../server/extraction/processes/page-reader';
import type { UserId, UserRow } from '../../server/storage';
import { DATABASES } from '../storage/support/databases';
import { saveArticle } from './support/saved-article';
import { startServer, type TestServer } from './support/test-server';

const USER = 1 as UserId;
const LARGE = `<section>${'<p>The harbour froze, all of it.</p>'.repeat(2000)}</section>`;
/** Its images make work of it. */
const withImage = (article: string) => ({
  article: `${article}<img src="_resources/a.png">`,
  annotations: [],
  options: WITH_NOTES,
  images: { known: new Map(), prefix: '/' },
});

/** A reader of processes that all end with `error`, and who asked it. */
function failingReader(error: ReadError) {
  const asked: string[] = [];
  const run = async () => ({ ok: false as const, error });
  const reader: PageReader = {
    run,
    sharedBy(user, lane) {
      asked.push(`${user} ${lane}`);
      return { run };
    },
    close: async () => undefined,
  };
  return { reader, asked };
}

describe('work on articles', () => {
  it('is done at once when it is small, and by the reader for its owner when it is not', async () => {
    const { reader, asked } = failingReader({ kind: 'took-too-long' });
    const work = new ArticleWork(reader);
    const small = await work.run(USER, 'render', withImage('<p>a</p>'));
    expect(small).toBe('<p>a</p><img src="/a.png">');
    const without = { ...withImage(''), article: LARGE };
    expect(await work.run(USER, 'render', without)).toBe(LARGE);
    expect(asked).toEqual([]);
    await expect(work.run(USER, 'render', withImage(LARGE))).rejects.toThrow('took-too-long');
    expect(asked).toEqual(['1 interactive']);
  });

  it('is refused to a user who has too much of it waiting, and to nobody else', async () => {
    const { reader } = failingReader({ kind: 'took-too-long' });
    const waiting = { ...reader, sharedBy: () => ({ run: () => new Promise<never>(() => {}) }) };
    const work = new ArticleWork(waiting);
    const given = withImage('a'.repeat(10_000_000));
    for (let n = 0; n < 3; n += 1) void work.run(USER, 'render', given);
    await expect(work.run(USER, 'render', given)).rejects.toThrow('busy');
    const other = work.run(2 as UserId, 'render', given);
    expect(await Promise.race([other, Promise.resolve('waits')])).toBe('waits');
  });
});

describe.each(DATABASES)('an article that can not be worked on, on %s', (_, database) => {
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
    const { reader } = failingReader({ kind, fault: 'gone' } as ReadError);
    const { id } = await saveArticle(t, ada, {}, `${LARGE}<img src="_resources/ice.png">`);
    const token = await t.tokenOf(ada);
    const path = `/api/bookmarks/${id}/article`;
    const refused = await t.another({ pageReader: reader }).send('GET', path, { token });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('Retry-After')).toBe(retryAfter);
    const [said] = t.logged.slice(-2);
    expect(said).toMatchObject({ event: 'article work failed', level: 'error' });
    expect((await t.send('GET', path, { token })).status).toBe(200);
  });
});
