import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASES } from '../storage/support/databases';
import {
  type ExtractionWorld,
  HTML,
  PARAGRAPHS,
  startExtractionWorld,
  storyPage,
} from '../support/extraction-world';
import { redirect, startWeb, type Web } from '../support/web';

const [, sqlite] = DATABASES[0];
const refresh = (content: string, body = '') =>
  `<title>One moment</title><meta http-equiv="Refresh" content="${content}">${body}`;

let world: ExtractionWorld;
beforeEach(async () => {
  world = await startExtractionWorld(sqlite);
  serve('/story', storyPage());
});
afterEach(() => world.end());
const serve = (path: string, body: string) => {
  world.web.pages[path] = { type: HTML, body };
};

describe('a page with a redirect in its markup', () => {
  it.each([
    ['at once', refresh('0; url=/story')],
    ['with quotes and without blanks', refresh("0;URL='/story'#x")],
    ['without the word url', refresh('1.5, /story')],
    ['from another base', `<base href="/there/">${refresh('0;url=../story#top')}`],
    [
      'for browsers without scripts',
      '<noscript><META http-equiv="refresh" content="0;URL=/story"></noscript><script>go()</script>',
    ],
  ])('is followed: %s', async (_, page) => {
    serve('/', page);
    const id = await world.extract('/');
    const found = await world.info(id);
    expect(found).toMatchObject({ state: 0, url: world.at('/story'), title: 'A story' });
    expect(await world.log(id)).toContain(`redirects to ${world.at('/story')}`);
  });

  it.each([
    ['the redirect comes late', refresh('30; url=/story', PARAGRAPHS)],
    ['it only reloads itself', refresh('0', PARAGRAPHS)],
    ['it redirects to itself', refresh('0; url=/#again', PARAGRAPHS)],
    ['the address is not a web address', refresh('0; url=javascript:alert(1)', PARAGRAPHS)],
    [
      'the redirect has no valid address',
      refresh('0 url', PARAGRAPHS).replace('0 url', '0url=/story'),
    ],
    ['the time is invalid', refresh('soon; url=/story', PARAGRAPHS)],
    [
      'the redirect is for other browsers',
      `<title>One moment</title><noscript><meta http-equiv="refresh" content="0;url=/story"></noscript>${PARAGRAPHS}`,
    ],
  ])('is read itself when %s', async (_, page) => {
    serve('/', page);
    const found = await world.info(await world.extract('/'));
    expect(found).toMatchObject({ state: 0, url: world.at('/'), title: 'One moment' });
    expect(world.web.requests).not.toContain('/story');
  });

  it('counts towards the limit of five redirects', async () => {
    world.web.pages['/'] = redirect('/1');
    serve('/1', refresh('0; url=/2'));
    world.web.pages['/2'] = redirect('/3');
    serve('/3', refresh('0; url=/4'));
    serve('/4', refresh('0; url=/story'));
    expect(await world.info(await world.extract('/'))).toMatchObject({ title: 'A story' });
    world.web.pages['/more'] = redirect('/');
    const found = await world.info(await world.extract('/more'));
    expect(found).toMatchObject({
      state: 1,
      errors: ['The page could not be loaded: it redirects too many times.'],
    });
  });

  it('fails when two pages redirect to each other', async () => {
    serve('/', refresh('0; url=/back'));
    serve('/back', refresh('0; url=/'));
    expect(await world.info(await world.extract('/'))).toMatchObject({ state: 1 });
    expect(world.web.requests).toHaveLength(6);
  });

  it('is kept when it redirects to a file and has an article', async () => {
    world.web.pages['/file.zip'] = { type: 'application/zip', body: 'PK' };
    serve('/', refresh('5; url=/file.zip', PARAGRAPHS));
    const found = await world.info(await world.extract('/'));
    expect(found).toMatchObject({ state: 0, has_article: true, url: world.at('/') });
  });

  it('is not followed when the page was sent', async () => {
    const html = refresh('0; url=/story', PARAGRAPHS);
    const found = await world.info(await world.extract('/', { html }));
    expect(found).toMatchObject({ state: 0, url: world.at('/'), title: 'One moment' });
    expect(world.web.requests).toEqual(['/favicon.ico']);
  });

  describe('a redirect to a forbidden address', () => {
    let inside: Web;
    beforeEach(async () => {
      inside = await startWeb('127.0.0.2');
      inside.pages['/'] = { type: HTML, body: storyPage() };
      world.t.names.set('inside.example', ['127.0.0.2']);
    });
    afterEach(() => inside.close());

    it.each(['127.0.0.2', 'inside.example', '0x7f000002'])('is refused: %s', async (host) => {
      serve('/', refresh(`0; url=http://${host}:${inside.port}/`));
      expect(await world.info(await world.extract('/'))).toMatchObject({
        state: 1,
        errors: ['The page could not be loaded: it is not on the public internet.'],
      });
      expect(inside.connections()).toBe(0);
    });
  });
});

describe('a page with the address of its original', () => {
  const copy = (link: string | string[], path = '/copy') => {
    const body = storyPage(
      `${PARAGRAPHS}<p>The rest of it is told <a href="next">on the next page</a> by somebody else.`,
    );
    world.web.pages[path] = (_request, response) =>
      void response.writeHead(200, { 'content-type': HTML, link }).end(body);
  };

  it('is saved under that address and read from its own', async () => {
    copy(['<https://b.org/story?a=1#top>; rel="original"', '</style.css>; rel=preload']);
    const id = await world.extract('/copy');
    const found = await world.info(id);
    expect(found).toMatchObject({ url: 'https://b.org/story?a=1', site: 'b.org', state: 0 });
    expect(await world.article(id)).toContain(`href="${world.at('/next')}"`);
  });

  it.each([
    ['another relation', '<https://b.org/>; rel="canonical"'],
    ['no web address', '<file:///etc/passwd>; rel="original"'],
    ['no address', '<http://%>; rel="original"'],
    ['too long', `<https://b.org/${'a'.repeat(3000)}>; rel="original"`],
    ['a header that cannot be parsed', '<'.repeat(9000)],
  ])('is saved under its own address when the other is %s', async (_, link) => {
    copy(link);
    const found = await world.info(await world.extract('/copy'));
    expect(found).toMatchObject({ url: world.at('/copy'), site: 'site.example', state: 0 });
  });
});
