import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASES } from '../storage/support/databases';
import { encode } from '../support/encode';
import { type ExtractionWorld, startExtractionWorld, storyPage } from '../support/extraction-world';

const [, sqlite] = DATABASES[0];

let world: ExtractionWorld;
beforeEach(async () => {
  world = await startExtractionWorld(sqlite);
});
afterEach(() => world.end());
const serve = (headers: Record<string, string>, body: string | Uint8Array) => {
  world.web.pages['/'] = (_request, response) => void response.writeHead(200, headers).end(body);
};

describe('a page whose end the site did not send', () => {
  it('is kept as far as it came, with a note', async () => {
    const lines = Array.from({ length: 500 }, (_, at) => `<p>Line ${at} of a long story.</p>`);
    const body = gzipSync(storyPage(lines.join('')));
    serve({ 'content-type': 'text/html', 'content-encoding': 'gzip' }, body.subarray(0, -200));
    const id = await world.extract('/');
    expect(await world.info(id)).toMatchObject({ state: 0, has_article: true });
    const article = await world.article(id);
    expect(article).toContain('Line 0 of a long story.');
    expect(article).toContain('The site did not send all of this page.');
    expect(await world.log(id)).toContain('the site did not send its end');
  });
});

describe('a page without an encoding', () => {
  it('has its title and text in the letters of its language', async () => {
    const text = 'Вчера вечером мы долго шли вдоль реки, и кто-то играл на гитаре.';
    const page = `<title>Прогулка</title><article><p>${text}</p></article>`;
    serve({ 'content-type': 'text/html' }, encode(page, 'windows-1251'));
    const id = await world.extract('/');
    expect(await world.info(id)).toMatchObject({ title: 'Прогулка' });
    expect(await world.article(id)).toContain(text);
  });
});

describe('a page of Markdown', () => {
  it('becomes an article', async () => {
    serve({ 'content-type': 'text/markdown' }, '# The harbour\n\nBoats are **here**.');
    const id = await world.extract('/');
    const wanted = { title: 'The harbour', state: 0, document_type: 'article' };
    expect(await world.info(id)).toMatchObject(wanted);
    expect(await world.article(id)).toContain('<strong>here</strong>');
  });
});

describe('something that a site shows instead of a page', () => {
  const LOOK =
    'The site shows something else than the page: a captcha, a question about cookies, an error or its start page.';
  const CHECK = `<title>Just a moment...</title><p>Checking your browser.</p>
    <script src="/cdn-cgi/challenge-platform/h.js"></script>`;
  const COOKIES = `<title>News</title><div class="consent-manager"><h1>News</h1>
    <p>We and our partners use cookies. Accept all cookies to go on.</p></div>`;

  it.each([
    ['a check of the browser', CHECK],
    ['a question about cookies', COOKIES],
    [
      'a check of the browser in another language',
      '<title>Nur einen Moment…</title><p>Die Verbindung wird geprüft.</p>',
    ],
    [
      'a check of the browser by Anubis',
      `<title>Making sure you&#39;re not a bot!</title><h1>Making sure you&#39;re not a bot!</h1>
        <p>Please wait a moment while we ensure the security of your connection.</p>
        <script id="anubis_challenge" type="application/json">{}</script>`,
    ],
    ['an error in Spanish', '<title>Página no encontrada</title><p>No está aquí.</p>'],
    ['an error that is sent as a page', '<title>404 Not Found</title><p>Nothing is here.</p>'],
  ])('is not taken for it: %s', async (_, page) => {
    serve({ 'content-type': 'text/html' }, page);
    const id = await world.extract('/');
    expect(await world.info(id)).toMatchObject({ has_article: false, errors: [LOOK] });
  });

  it('is not taken for it if it is a form to sign in', async () => {
    world.web.pages['/story'] = (_request, response) =>
      void response.writeHead(302, { location: '/login?next=/story' }).end();
    world.web.pages['/login?next=/story'] = (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(storyPage('<p>Sign in.</p>'));
    const id = await world.extract('/story');
    const errors = ['The site asks for a sign-in instead of showing the page.'];
    expect(await world.info(id)).toMatchObject({ has_article: false, errors });
  });

  it('is kept if a person has sent the page', async () => {
    const id = await world.extract('/', { html: CHECK });
    expect(await world.info(id)).toMatchObject({ has_article: true });
  });
});

describe('a page without text', () => {
  const NO_TEXT =
    'The page has no text, or only its scripts write it, which the server does not run.';
  const SCRIPT = '<div id="root"></div><script src="/app.js"></script>';

  it.each([
    ['that is empty', ''],
    ['with a title', '<title>Empty</title>'],
    ['of spaces only', '<title>Empty</title><p>&nbsp;</p><p>&nbsp; &#x200B;</p>'],
    ['of marks without a width', '<title>Empty</title><div>&#x200B;&#xFEFF;&#x200E;</div>'],
    ['that a script writes', `<title>App</title>${SCRIPT}`],
    [
      'that a script writes, with a notice',
      `<title>App</title><body><noscript>You need to enable <b>JavaScript</b> to run this app.</noscript>${SCRIPT}`,
    ],
  ])('says why it has no article: %s', async (_, page) => {
    serve({ 'content-type': 'text/html' }, page);
    const id = await world.extract('/');
    const wanted = { has_article: false, errors: [NO_TEXT] };
    expect(await world.info(id)).toMatchObject(wanted);
    expect(await world.log(id)).toContain(NO_TEXT);
  });

  it.each([
    ['a few words', '<title>Note</title><p>Closed on Monday.</p>'],
    [
      'a few words and a notice',
      `<title>Note</title><body><noscript>Please allow scripts.</noscript><p>Closed on Monday.</p>${SCRIPT}`,
    ],
  ])('is not one with %s', async (_, page) => {
    serve({ 'content-type': 'text/html' }, page);
    const found = await world.info(await world.extract('/'));
    expect(found).toMatchObject({ has_article: true });
    expect(found).not.toHaveProperty('errors');
  });
});

describe('a page that only leads to others', () => {
  it('has no article, and no error either', async () => {
    const teasers = Array.from(
      { length: 30 },
      (_, at) => `<article><h2><a href="/story-${at}">The news of day ${at}</a></h2></article>`,
    );
    const page = `<title>News</title><main>${teasers.join('')}</main>`;
    serve({ 'content-type': 'text/html' }, page);
    const found = await world.info(await world.extract('/'));
    expect(found).toMatchObject({ has_article: false });
    expect(found).not.toHaveProperty('errors');
  });
});

describe('a page behind a cookie', () => {
  it('is read with the cookies of its redirects, also of one in a page', async () => {
    world.web.pages['/'] = (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=1; Path=/' })
        .end('<meta http-equiv="refresh" content="0; url=/story">');
    world.web.pages['/story'] = (request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(request.headers.cookie === 'seen=1' ? storyPage() : '<p>No cookies, no story.');
    expect(await world.info(await world.extract('/'))).toMatchObject({ title: 'A story' });
  });
});
