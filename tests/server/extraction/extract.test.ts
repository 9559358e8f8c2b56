import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASES, describeOnDatabases } from '../storage/support/databases';
import { processesThat } from '../support/direct-processes';
import {
  type ExtractionWorld,
  HTML,
  PARAGRAPHS,
  startExtractionWorld,
  storyPage,
} from '../support/extraction-world';
import { picture, sizeOf } from '../support/pictures';
import { redirect } from '../support/web';

let world: ExtractionWorld;
const pdf = (name: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures', 'pdf', `${name}.pdf`));

const serve = (path: string, type: string, body: string | Uint8Array) => {
  world.web.pages[path] = { type, body };
};
afterEach(() => world.end());

describeOnDatabases('extracting on %s', (database) => {
  beforeEach(async () => {
    world = await startExtractionWorld(database);
  });

  it('fills in a bookmark with its article, its images and its metadata', async () => {
    const { at, info, article, get, t } = world;
    world.web.pages['/'] = redirect('/story?utm=1');
    serve(
      '/story?utm=1',
      HTML,
      storyPage(
        `<h1>A story</h1>${PARAGRAPHS}<img src="/a.webp" alt="A &lt;b&gt; &quot;c&quot;">
        <p><a href="https://b.org/x">elsewhere</a></p><img src="/gone.png">`,
        `<meta property="og:site_name" content="A site"><meta name="author" content="Ann Lee">
        <meta property="og:image" content="/lead.jpg"><link rel="icon" href="/icon.png" sizes="128x128">
        <meta name="description" content="The quick brown fox jumps over the lazy dog">
        <meta property="article:published_time" content="2024-05-06T07:08:09Z">`,
      ),
    );
    serve('/a.webp', 'image/webp', await picture('webp', 2000, 1000));
    serve('/lead.jpg', 'image/jpeg', await picture('jpeg', 1200, 600));
    serve('/icon.png', 'image/png', await picture('png', 128, 128));
    const id = await world.create('/');
    const loading = await info(id);
    expect(loading).toMatchObject({ state: 2, loaded: false, site_name: 'site.example' });
    expect(loading).not.toHaveProperty('published');
    expect(await world.run()).toEqual(['done']);

    const found = await info(id);
    expect(found).toMatchObject({
      state: 0,
      loaded: true,
      url: at('/story?utm=1'),
      title: 'A story',
      site: 'site.example',
      site_name: 'A site',
      authors: ['Ann Lee'],
      lang: 'en',
      text_direction: 'ltr',
      document_type: 'article',
      type: 'article',
      has_article: true,
      published: '2024-05-06T07:08:09Z',
      omit_description: true,
      reading_time: 1,
      links: [{ url: 'https://b.org/x', domain: 'b.org', title: 'elsewhere', is_page: true }],
    });
    expect(found).not.toHaveProperty('errors');
    const resources = found.resources as Record<string, { src: string }>;
    expect(resources.image).toMatchObject({ width: 800, height: 400 });
    expect(resources.thumbnail).toMatchObject({ width: 380, height: 190 });
    expect(resources.icon).toMatchObject({ width: 64, height: 64 });
    const icon = await t.send('GET', new URL(resources.icon!.src).pathname);
    expect(icon.headers.get('content-type')).toBe('image/png');

    const html = await article(id);
    expect(html).toMatch(/^<section lang="en-GB" dir="ltr">/);
    expect(html).toMatch(/alt="A (<|&lt;)b(>|&gt;) &quot;c&quot;"/);
    const src = /<img loading="lazy" src="(http:\/\/leafmark\.test\/bm\/[^"]+\.jpeg)"/.exec(
      html,
    )?.[1];
    const image = await t.send('GET', new URL(src!).pathname);
    expect(await sizeOf(await image.bytes())).toEqual([1536, 768, 'jpeg']);
    // An image that could not be fetched keeps its address.
    expect(html).toContain(`src="${at('/gone.png')}"`);
    expect(await world.log(id)).toContain(`image not kept, failed: ${at('/gone.png')}`);
    expect(await (await get(`/api/bookmarks/${id}/x/props.json`)).json()).toMatchObject({
      described: { title: 'A story' },
      images_not_kept: [{ from: at('/gone.png'), reason: 'failed' }],
    });
    const searched = await get('/api/bookmarks?search=quick');
    expect(searched.headers.get('total-count')).toBe('1');
  });

  it('sends one change event', async () => {
    serve('/', HTML, storyPage());
    const id = await world.create('/');
    const { userId } = await world.row(id);
    const before = await world.t.storage.events.latest(userId);
    await world.run();
    const events = await world.t.storage.events.after(userId, before, 10);
    expect(events).toMatchObject([{ bookmarkId: id, type: 'update' }]);
  });
});

describe('extracting', () => {
  beforeEach(async () => {
    world = await startExtractionWorld(DATABASES[0][1]);
  });

  it('makes a photo of an image', async () => {
    serve('/a%20cat.png?x', 'image/png', await picture('png', 2000, 1000));
    const id = await world.extract('/a%20cat.png?x');
    expect(await world.info(id)).toMatchObject({
      state: 0,
      type: 'photo',
      document_type: 'photo',
      title: 'a cat',
      has_article: false,
      resources: { image: { width: 1536, height: 768 }, thumbnail: { width: 380, height: 190 } },
    });
  });

  it('reports a broken image', async () => {
    serve('/cat.png', 'image/png', (await picture('png', 2000, 1000)).subarray(0, 60));
    expect(await world.info(await world.extract('/cat.png'))).toMatchObject({
      state: 0,
      type: 'photo',
      errors: ['Pages of the type image/png cannot be read.'],
    });
  });

  it('keeps a number at the end of the name of a text file', async () => {
    serve('/docs/version-2.0', 'text/plain', 'One two three');
    const id = await world.extract('/docs/version-2.0');
    expect(await world.info(id)).toMatchObject({ title: 'version-2.0' });
    serve('/song.mp3.txt', 'text/plain', 'One two three');
    expect(await world.info(await world.extract('/song.mp3.txt'))).toMatchObject({
      title: 'song.mp3',
    });
  });

  it('makes an article of a PDF, with its title, authors and date', async () => {
    serve('/papers/winter.pdf', 'application/pdf', pdf('latex-article'));
    const id = await world.extract('/papers/winter.pdf');
    expect(await world.info(id)).toMatchObject({
      state: 0,
      type: 'article',
      title: 'A harbour in article',
      authors: ['Ada Quist', 'Bo Lindqvist'],
      published: '2021-03-03T00:00:00Z',
      has_article: true,
    });
    expect(await world.article(id)).toMatch(/<h3[^>]*>1 Around a collection of postcards<\/h3>/);
  });

  it('says what is wrong with a PDF without text', async () => {
    serve('/a/letter.pdf', 'application/pdf', pdf('scan'));
    const info = await world.info(await world.extract('/a/letter.pdf'));
    expect(info).toMatchObject({
      title: 'letter.pdf',
      has_article: false,
      errors: ['The PDF has no text: its pages are pictures, as those of a scan.'],
    });
  });

  it('makes an article of plain text', async () => {
    serve('/notes.txt', 'text/plain', 'One\n  two & three');
    const id = await world.extract('/notes.txt');
    expect(await world.info(id)).toMatchObject({
      type: 'article',
      title: 'notes',
      word_count: 3,
    });
    expect(await world.article(id)).toMatch(/<section[^>]*><pre><code>One\n {2}two &amp; three<\//);
  });

  it.each([
    ['application/octet-stream', 'article', ''],
    ['application/json; charset=utf-8', 'article', ''],
    ['video/mp4', 'video', 'video'],
  ])(
    'names a file of type %s and reports that it cannot be read',
    async (type, kind, documentType) => {
      world.web.pages['/a/paper.x'] = (_request, response) => {
        // The response never ends, so this fails if the body is read.
        response.writeHead(200, { 'content-type': type }).write('%PDF');
      };
      const id = await world.extract('/a/paper.x');
      expect(await world.info(id)).toMatchObject({
        state: 0,
        type: kind,
        document_type: documentType,
        title: 'paper.x',
        has_article: false,
        errors: [`Pages of the type ${type} cannot be read.`],
      });
      expect(await (await world.get('/api/bookmarks?type=article')).json()).toEqual([]);
    },
  );

  it('finds the player and the duration of a video', async () => {
    const head = `<meta property="og:video:url" content="https://player.vimeo.com/video/12345">
      <meta property="og:video:duration" content="605"><meta property="og:title" content="A film">`;
    const film = `${head}<meta property="og:type" content="video.movie">`;
    serve('/film', HTML, storyPage('<p>Few words.</p>', head));
    expect(await world.info(await world.extract('/film'))).toMatchObject({
      type: 'video',
      title: 'A film',
      has_article: false,
      reading_time: 10,
      embed_domain: 'player.vimeo.com',
    });
    serve('/talk', HTML, storyPage(PARAGRAPHS, film));
    const talk = await world.info(await world.extract('/talk'));
    expect(talk).toMatchObject({ type: 'video', has_article: true });
    serve('/report', HTML, storyPage(PARAGRAPHS, head));
    const report = await world.info(await world.extract('/report'));
    expect(report).toMatchObject({ type: 'article', embed_domain: 'player.vimeo.com' });
  });

  it('keeps images in data addresses', async () => {
    const data = (await picture('png', 300, 200)).toString('base64');
    serve(
      '/',
      HTML,
      storyPage(`${PARAGRAPHS}<img src="data:image/png;base64,${data}">${PARAGRAPHS}`),
    );
    const id = await world.extract('/');
    const html = await world.article(id);
    expect(html).toMatch(/src="http:\/\/leafmark\.test\/bm\/[^"]+\.png"/);
    expect(html).not.toContain('data:');
  });

  it('shortens an invalid data address in its report', async () => {
    const data = Buffer.alloc(50_000, 'no').toString('base64');
    serve('/', HTML, storyPage(`${PARAGRAPHS}<img src="data:image/png;base64,${data}">`));
    const id = await world.extract('/');
    const props = await (await world.get(`/api/bookmarks/${id}/x/props.json`)).text();
    expect(props).toContain('"reason":"not-an-image"');
    expect(props.length).toBeLessThan(5000);
    expect((await world.log(id)).length).toBeLessThan(2000);
  });

  it.each([
    ['/none', 'The page could not be loaded: the site answered with status 404.'],
    ['/loop', 'The page could not be loaded: it redirects too many times.'],
    ['/inside', 'The page could not be loaded: it is not on the public internet.'],
  ])('reports why %s could not be loaded', async (path, error) => {
    world.web.pages['/loop'] = redirect('/loop');
    world.web.pages['/inside'] = redirect('http://127.0.0.9/');
    const id = await world.extract(path);
    expect(await world.info(id)).toMatchObject({
      state: 1,
      loaded: true,
      has_article: false,
      url: world.at(path),
      site_name: 'site.example',
      document_type: '',
      type: 'article',
      errors: [error],
    });
    const articles = await world.get('/api/bookmarks?type=article&type=photo&type=video');
    expect(await articles.json()).toEqual([]);
    expect(await world.article(id)).toBe('');
    expect(await world.log(id)).toContain(error);
    expect((await world.get('/api/bookmarks?has_errors=true')).headers.get('total-count')).toBe(
      '1',
    );
  });

  it('removes the default port from the address of a page that could not be loaded', async () => {
    const id = await world.post({ json: { url: 'https://nowhere.exämple:443/a:443?b=:443' } });
    expect(await world.info(id)).toMatchObject({ url: 'https://nowhere.exämple:443/a:443?b=:443' });
    expect(await world.run()).toEqual(['done']);
    expect(await world.info(id)).toMatchObject({
      state: 1,
      url: 'https://nowhere.exämple/a:443?b=:443',
    });
  });

  it('reports a page that breaks its reader, and reads the next one', async () => {
    serve('/', HTML, storyPage());
    const { t } = world;
    const run = async () => ({ ok: false, error: { kind: 'took-too-long' } }) as const;
    const processes = processesThat(run);
    const id = await world.create('/');
    expect(await world.run(t.another({ processes }))).toEqual(['done']);
    expect(await world.info(id)).toMatchObject({
      state: 1,
      errors: ['The page could not be read: it takes too long.'],
    });
    expect(await world.info(await world.extract('/'))).toMatchObject({ state: 0 });
  });
});
