import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserRow } from '../../server/storage';
import { DATABASES } from '../storage/support/databases';
import { saveArticle } from './support/saved-article';
import { startServer, type TestServer } from './support/test-server';

describe.each(DATABASES)('exports on %s', (_, database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
    token = await t.tokenOf(ada);
  });
  afterAll(() => t.remove());

  const get = (path: string, accept = '*/*') => t.send('GET', path, { token, headers: { accept } });

  describe('of one bookmark', () => {
    const one = (id: string, format: string, accept?: string) =>
      get(`/api/bookmarks/${id}/article.${format}`, accept);

    it('are Markdown with front matter, title and text', async () => {
      const { id } = await saveArticle(t, ada);
      const answer = await one(id, 'md');
      expect(answer.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
      expect(answer.headers.get('Content-Disposition')).toBe(
        'attachment; filename="the-harbour-froze-2026-01-15.md"',
      );
      const text = await answer.text();
      expect(text).toMatch(/^---\ntitle: "The harbour froze"\nsaved: 2026-01-15\n/);
      expect(text).toContain('# The harbour froze\n\nThe harbour froze, **all** of it.');
    });

    it('have a name in any script, and one for old clients', async () => {
      const { id } = await saveArticle(t, ada, { title: 'Café à 東京 (1)' });
      const header = (await one(id, 'csv')).headers.get('Content-Disposition');
      expect(header).toBe(
        'attachment; filename="cafe-a-_-1-2026-01-15.csv"; filename*=UTF-8\'\'caf%C3%A9-%C3%A0-%E6%9D%B1%E4%BA%AC-1-2026-01-15.csv',
      );
    });

    it('are refused in a format that is none', async () => {
      const { id } = await saveArticle(t, ada);
      const answer = await one(id, 'pdf');
      expect(answer.status).toBe(406);
      expect(await answer.json()).toEqual({ status: 406, message: 'unknown format: pdf' });
    });

    it('wait until the page was read', async () => {
      const { id } = await saveArticle(t, ada, { state: 2 }, null);
      const answer = await one(id, 'md');
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({
        status: 404,
        message: 'the bookmark is still being loaded',
      });
    });

    it('are for its owner alone', async () => {
      const { id } = await saveArticle(t, await t.addUser('eve'));
      expect((await one(id, 'md')).status).toBe(404);
    });
  });
});
