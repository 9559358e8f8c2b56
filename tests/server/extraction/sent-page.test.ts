import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { formatLegacyHead, formatResourceHeaders } from '../../../src/contract';
import { describeOnDatabases } from '../storage/support/databases';
import {
  type ExtractionWorld,
  HTML,
  PARAGRAPHS,
  startExtractionWorld,
  storyPage,
} from '../support/extraction-world';
import { picture } from '../support/pictures';
import type { Sent } from '../support/test-server';
import { redirect } from '../support/web';

const BOUNDARY = 'cut';

/** Returns a multipart body with these parts, each with its header lines. */
function multipart(parts: readonly (readonly [head: string, body: string | Uint8Array])[]): Sent {
  const chunks = parts.flatMap(([head, body]) => [
    `--${BOUNDARY}\r\n${head.trimEnd()}\r\n\r\n`,
    body,
    '\r\n',
  ]);
  const bytes = Buffer.concat(
    [...chunks, `--${BOUNDARY}--\r\n`].map((chunk) => Buffer.from(chunk)),
  );
  return { body: bytes, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
}
const field = (name: string, value: string) =>
  [`Content-Disposition: form-data; name="${name}"`, value] as const;
const resource = (url: string, type: string, bytes: string | Uint8Array) =>
  [formatResourceHeaders({ url, headers: new Map([['content-type', type]]) }), bytes] as const;
const legacy = (url: string, type: string, bytes: Uint8Array) => {
  const head = formatLegacyHead({ url, headers: new Map([['Content-Type', type]]) });
  return [
    'Content-Disposition: form-data; name="resource"; filename="_"',
    Buffer.concat([Buffer.from(head), bytes]),
  ] as const;
};

describeOnDatabases('a page that was sent with its bookmark, on %s', (database) => {
  let world: ExtractionWorld;
  const resolveHost = vi.fn(async () => ['127.0.0.1']);
  beforeEach(async () => {
    world = await startExtractionWorld(database);
    resolveHost.mockClear();
  });
  afterEach(() => world.end());

  /** Runs the due jobs. Each name lookup, connection or request fails the test. */
  const runOffline = async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    expect(await world.run(world.t.another({ resolveHost }))).toEqual(['done']);
    expect(fetched).not.toHaveBeenCalled();
    expect(resolveHost).not.toHaveBeenCalled();
    expect(world.web.connections()).toBe(0);
    fetched.mockRestore();
  };

  it('is used with its files, and nothing is fetched when all were sent', async () => {
    const { at } = world;
    const body = `${PARAGRAPHS}<img src="a.png?utm_source=x&b=1#c">
      <img src="https://CDN.example/b.jpg"><img src="data:image/png;leafmark=1-2-3,">`;
    const head = '<link rel="icon" href="/icon.png" sizes="64x64">';
    const id = await world.post(
      multipart([
        field('url', at('/story?utm_source=y')),
        field('html', storyPage(body, head)),
        resource(at('/a.png?b=1'), 'image/png', await picture('png', 30, 20)),
        resource(at('/icon.png'), 'application/octet-stream', await picture('png', 64, 64)),
        legacy('https://cdn.example/b.jpg', 'image/jpeg', await picture('jpeg', 50, 20)),
        resource('data:image/png;leafmark=1-2-3,', 'image/png', await picture('png', 70, 20)),
      ]),
    );
    await runOffline();
    const info = await world.info(id);
    expect(info).toMatchObject({
      state: 0,
      url: at('/story?utm_source=y'),
      title: 'A story',
      has_article: true,
      resources: { icon: { width: 64 } },
    });
    expect(info.resources).not.toHaveProperty('image');
    const html = await world.article(id);
    expect(html.match(/src="http:\/\/leafmark\.test\/bm\/[^"]+\.(png|jpeg)"/g)).toHaveLength(3);
    expect(await world.log(id)).toContain('was sent: only missing images are fetched');
    expect(await world.t.storage.contents.sent((await world.row(id)).key)).toEqual([]);
  });

  /** Expects that the site got these requests and no others. */
  const expectRequests = (...paths: readonly string[]) =>
    expect(world.web.requests.toSorted()).toEqual(paths);

  it.each(['JSON', 'multipart'])('gets the images that were not sent, in %s', async (form) => {
    const { at, web } = world;
    web.pages['/story'] = { type: HTML, body: storyPage('<p>The page without its subscriber.') };
    for (const [path, width] of [
      ['/here.png', 40],
      ['/sent.png', 50],
      ['/lead.png', 500],
      ['/icon.png', 64],
    ] as const) {
      web.pages[path] = { type: 'image/png', body: await picture('png', width, width) };
    }
    web.pages['/page.png'] = { type: HTML, body: 'no picture' };
    web.pages['/away.png'] = redirect('http://127.0.0.9/private.png');
    const missing = [at('/gone.png'), at('/page.png'), at('/away.png'), 'http://10.0.0.1/a.png'];
    const urls = ['here.png', at('/sent.png'), ...missing];
    const html = storyPage(
      `<p>Only for subscribers. ${PARAGRAPHS}</p>${urls.map((url) => `<img src="${url}">`).join('')}`,
      `<link rel="icon" href="/icon.png"><meta property="og:image" content="${at('/lead.png')}">`,
    );
    const url = at('/story');
    const sent = await picture('png', 30, 20);
    const id = await world.post(
      form === 'JSON'
        ? { json: { url, html } }
        : multipart([
            field('url', url),
            field('html', html),
            resource(at('/sent.png'), 'image/png', sent),
          ]),
    );
    expect(await world.run()).toEqual(['done']);
    const fetched = ['/away.png', '/gone.png', '/here.png', '/icon.png', '/lead.png', '/page.png'];
    expectRequests(...fetched, ...(form === 'JSON' ? ['/sent.png'] : []));
    expect((await world.info(id)).resources).toMatchObject({
      icon: { width: 64 },
      image: { width: 500 },
    });
    const article = await world.article(id);
    expect(article).toContain('Only for subscribers');
    const images = [...article.matchAll(/<img [^>]*>/g)].map(([tag]) => tag);
    expect(images[0]).toMatch(/src="http:\/\/leafmark\.test\/bm\/[^"]+" width="40"/);
    expect(images[1]).toContain(form === 'JSON' ? 'width="50"' : 'width="30"');
    expect(images.slice(2)).toEqual(missing.map((src) => `<img loading="lazy" src="${src}"/>`));
    const log = await world.log(id);
    for (const [at, reason] of [
      'failed',
      'not-an-image',
      'not-readable',
      'not-readable',
    ].entries()) {
      expect(log).toContain(`image not kept, ${reason}: ${missing[at]}`);
    }
  });

  it('is used when its address has a fragment or is written differently', async () => {
    for (const url of ['/story#part', '/a/../story', '/%73tory']) {
      await world.post(multipart([field('url', world.at(url)), field('html', storyPage())]));
    }
    expect(await world.run()).toEqual(['done', 'done', 'done']);
    expectRequests('/favicon.ico', '/favicon.ico', '/favicon.ico');
  });

  it('can be one of its resources', async () => {
    const id = await world.post(
      multipart([
        field('url', world.at('/story#part')),
        resource(
          world.at('/story'),
          'text/html; charset=iso-8859-1',
          Buffer.from(storyPage('<p>Caf\xe9</p>'), 'latin1'),
        ),
      ]),
    );
    expect(await world.run()).toEqual(['done']);
    expectRequests('/favicon.ico');
    expect(await world.article(id)).toContain('Café');
  });

  it('is stored as it was selected when it has no article', async () => {
    const id = await world.post({
      json: { url: world.at('/story'), html: '<nav>Only</nav><p>this.', feature_find_main: false },
    });
    expect(await world.run()).toEqual(['done']);
    expectRequests('/favicon.ico');
    expect(await world.article(id)).toBe('<section>Only<p>this.</p></section>');
  });

  it('is decoded as UTF-8 if its bytes are valid', async () => {
    const html = '<meta charset="windows-1251"><title>x</title><p>';
    const sent = await world.post({ json: { url: world.at('/a'), html: `${html}Привет` } });
    const bytes = Buffer.concat([Buffer.from(html), Buffer.from([0xcf])]);
    const file = 'Content-Disposition: form-data; name="html"; filename="a"';
    const old = await world.post(multipart([field('url', world.at('/b')), [file, bytes]]));
    expect(await world.run()).toEqual(['done', 'done']);
    expect(await world.article(sent)).toContain('Привет');
    expect(await world.article(old)).toContain('П');
  });

  it('is fetched when only resources were sent', async () => {
    world.web.pages['/story'] = {
      type: HTML,
      body: storyPage(`${PARAGRAPHS}<img src="a.png"><img src="b.png">`),
    };
    world.web.pages['/b.png'] = { type: 'image/png', body: await picture('png', 30, 20) };
    const id = await world.post(
      multipart([
        field('url', world.at('/story')),
        resource(world.at('/a.png'), 'image/png', await picture('png', 30, 20)),
      ]),
    );
    expect(await world.run()).toEqual(['done']);
    expectRequests('/b.png', '/favicon.ico', '/story');
    expect((await world.article(id)).match(/src="http:\/\/leafmark\.test\//g)).toHaveLength(2);
  });
});
