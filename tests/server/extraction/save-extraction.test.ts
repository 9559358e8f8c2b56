import { afterEach, beforeEach, expect, it } from 'vitest';
import { requestExtraction } from '../../../server/extraction';
import { HOUR_MS } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import {
  type ExtractionWorld,
  HTML,
  PARAGRAPHS,
  startExtractionWorld,
  storyPage,
} from '../support/extraction-world';
import { picture } from '../support/pictures';

const META = '<meta name="author" content="Ann Lee"><meta name="description" content="All of it.">';

describeOnDatabases('extracting a bookmark again on %s', (database) => {
  let world: ExtractionWorld;
  const serve = (body: string, head = META, title?: string) => {
    world.web.pages['/'] = { type: HTML, body: storyPage(body, head, title) };
  };
  beforeEach(async () => {
    world = await startExtractionWorld(database);
    serve(PARAGRAPHS);
  });
  afterEach(() => world.end());

  const patch = async (id: string, changes: Record<string, unknown>) => {
    const { userId } = await world.row(id);
    const user = (await world.t.storage.users.find(userId))!;
    const token = await world.t.tokenOf(user);
    const done = await world.t.send('PATCH', `/api/bookmarks/${id}`, { token, json: changes });
    expect(done.status).toBe(200);
  };
  const again = async (id: string) => {
    const row = await world.row(id);
    await world.t.storage.transaction((unit) => requestExtraction(unit, row));
    return world.run();
  };

  it('keeps fields that the user changed while it was loading', async () => {
    const id = await world.create('/', { title: 'Mine', labels: ['a'] });
    await patch(id, {
      authors: ['Me'],
      is_marked: true,
      is_archived: true,
      add_labels: ['b'],
      read_progress: 40,
    });
    await world.run();
    expect(await world.info(id)).toMatchObject({
      state: 0,
      title: 'Mine',
      authors: ['Me'],
      description: 'All of it.',
      is_marked: true,
      is_archived: true,
      labels: ['a', 'b'],
      read_progress: 40,
    });
  });

  it('keeps fields that the user changed since the last extraction, and updates the others', async () => {
    const id = await world.extract('/');
    await patch(id, { description: 'Better.', published: '2020-01-02' });
    const changed = '<meta name="author" content="Bo"><meta name="description" content="New.">';
    serve(`${PARAGRAPHS}<p>One more.</p>`, changed, 'Another story');
    expect(await again(id)).toEqual(['done']);
    expect(await world.info(id)).toMatchObject({
      title: 'Another story',
      authors: ['Bo'],
      description: 'Better.',
      published: '2020-01-02T00:00:00Z',
    });
    expect(await world.article(id)).toContain('One more.');
  });

  it('keeps the article when the page is gone', async () => {
    const id = await world.extract('/');
    delete world.web.pages['/'];
    expect(await again(id)).toEqual(['done']);
    expect(await world.info(id)).toMatchObject({
      state: 0,
      title: 'A story',
      has_article: true,
      errors: ['The page could not be loaded: the site answered with status 404.'],
    });
    expect(await world.article(id)).toContain('quick brown fox');
    serve(PARAGRAPHS);
    expect(await again(id)).toEqual(['done']);
    expect(await world.info(id)).not.toHaveProperty('errors');
  });

  it('moves annotations to the new places of their words', async () => {
    serve(`<p>Start here.</p>${PARAGRAPHS}`);
    const id = await world.extract('/');
    const { userId } = await world.row(id);
    const token = await world.t.tokenOf((await world.t.storage.users.find(userId))!);
    const place = { start_selector: 'section[1]/p[1]', end_selector: 'section[1]/p[1]' };
    const made = await world.t.send('POST', `/api/bookmarks/${id}/annotations`, {
      token,
      json: { ...place, start_offset: 6, end_offset: 10, color: 'yellow' },
    });
    expect(made.status).toBe(201);
    serve(`<p>Something new.</p><p>Start here.</p>${PARAGRAPHS}`);
    expect(await again(id)).toEqual(['done']);
    const list = await world.t.send('GET', `/api/bookmarks/${id}/annotations`, { token });
    expect(await list.json()).toMatchObject([
      { text: 'here', start_selector: 'section[1]/p[2]', start_offset: 6 },
    ]);
    expect(await world.article(id)).toMatch(/<rd-annotation [^>]*>here<\/rd-annotation>/);
  });

  it('stores nothing for a bookmark that was deleted before', async () => {
    const id = await world.create('/');
    const { userId, key } = await world.row(id);
    await world.t.storage.bookmarks.delete(userId, [id]);
    expect(await world.run()).toEqual(['done']);
    expect(await world.t.storage.contents.find(key)).toBeNull();
  });

  it('stores nothing for a bookmark that is deleted while its page is read', async () => {
    const id = await world.create('/');
    const { userId, key } = await world.row(id);
    world.web.pages['/'] = async (_request, response) => {
      await world.t.storage.bookmarks.delete(userId, [id]);
      response.writeHead(200, { 'content-type': HTML }).end(storyPage());
    };
    expect(await world.run()).toEqual(['done']);
    expect(await world.t.storage.contents.find(key)).toBeNull();
    expect(await world.t.storage.contents.resources(key)).toEqual([]);
  });

  it('deletes files that are no longer shown', async () => {
    const image = await picture('png', 30, 20);
    world.web.pages['/a.png'] = { type: 'image/png', body: image };
    serve(`${PARAGRAPHS}<img src="a.png">`);
    const id = await world.extract('/');
    const { key } = await world.row(id);
    const [file] = await world.t.storage.contents.resources(key);
    serve(PARAGRAPHS);
    await again(id);
    world.t.advance(2 * HOUR_MS);
    expect(await world.t.storage.contents.collectGarbage()).toBe(1);
    expect(await world.t.storage.contents.bytes(file!.hash)).toBeNull();
  });

  it('reports on the bookmark that it was given up', async () => {
    const broken = { findByKey: () => Promise.reject(new Error('our own fault')) };
    const { storage } = world.t;
    const bookmarks = { ...storage.bookmarks, ...broken };
    const faulty = world.t.another({ storage: { ...storage, bookmarks } });
    const id = await world.create('/');
    for (const outcome of ['put-back', 'put-back', 'given-up']) {
      expect(await world.run(faulty)).toEqual([outcome]);
      world.t.advance(HOUR_MS);
    }
    expect(await world.info(id)).toMatchObject({
      state: 1,
      loaded: true,
      errors: ['The page could not be read: something went wrong on the server.'],
    });
  });
});
