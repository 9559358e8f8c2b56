import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fetchPage,
  fetchRobots,
  MAX_FETCHED_PAGE_BYTES,
  type Request,
} from '../../../src/extension/get-articles/fetch-page';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const URL_A = 'http://site.example/a';
const MB = 1_000_000;
let answer: Answer = (_, response) => response.end();
let sent: IncomingMessage['headers'][] = [];
let bytesSent = 0;
const server = createServer((request, response) => {
  sent.push(request.headers);
  answer(request, response);
});

beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)));
beforeEach(() => {
  sent = [];
  bytesSent = 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends requests for any host to the server, as a proxy does. */
const request: Request = async (url, init) => {
  const { host, pathname } = new URL(url);
  const { port } = server.address() as AddressInfo;
  const headers = { ...init.headers, 'x-host': host };
  const response = await fetch(`http://127.0.0.1:${port}${pathname}`, { ...init, headers });
  const path = new URL(response.url).pathname;
  const value = `http://${host}${path}`;
  return Object.defineProperty(response, 'url', { value, configurable: true });
};

const page = { url: URL_A, isSignedIn: false, isAsked: false };

const fetched = (given: Answer, asked: Partial<typeof page> = {}, timeLimitMs = 20_000) => {
  answer = given;
  const signal = AbortSignal.timeout(timeLimitMs);
  return fetchPage(request, { ...page, ...asked }, Date.UTC(2026, 0, 1), signal);
};

const html =
  (body: string | Uint8Array, type = 'text/html; charset=utf-8'): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  };

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(code, { 'content-type': 'text/html', ...headers });
    response.end('<h1>No</h1>');
  };

const ended = (outcome: string) => ({ kind: 'ended', outcome });
const failed = (outcome: string, isOver: boolean, afterMs: number | null = null) => ({
  kind: 'failed',
  outcome,
  afterMs,
  isOver,
});

describe('a page that is fetched', () => {
  it('is the HTML at its last address, without cookies and referrer', async () => {
    const got = await fetched((asked, response) => {
      if (asked.url === '/b') return html('<p>ä</p>')(asked, response);
      response.writeHead(302, { location: '/b' }).end();
    });
    expect(got).toEqual({ kind: 'page', url: 'http://site.example/b', html: '<p>ä</p>' });
    for (const headers of sent) {
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('referer');
    }
  });

  it.each([
    ['the header', 'text/html; charset=iso-8859-1', '<p>\xe4</p>'],
    ['the meta element', 'text/html', '<meta charset="windows-1252"><p>\xe4</p>'],
    [
      'an older meta element',
      'text/html',
      '<meta http-equiv=x content="text/html; charset=latin1"><p>\xe4</p>',
    ],
    ['nothing', 'text/html', '<p>\xe4</p>'],
    ['an encoding that does not exist', 'text/html; charset=none', '<p>\xe4</p>'],
  ])('is decoded by %s', async (_, type, text) => {
    const got = await fetched(html(Buffer.from(text, 'latin1'), type));
    expect(got).toMatchObject({ kind: 'page', html: expect.stringContaining('<p>ä</p>') });
  });

  it('needs a look if it says nothing of its encoding and may be in any', async () => {
    // In windows-1251: "Папоротники растут".
    const words = 'cff0e0eff0eef0f2edefeaf2 f0e0f1f2f3f2'
      .split(' ')
      .map((word) => Buffer.from(word, 'hex'));
    const page = Buffer.concat([Buffer.from('<p>'), ...words]);
    expect(await fetched(html(page, 'text/html'))).toEqual(ended('look'));
    const declared = await fetched(html(page, 'text/html; charset=windows-1251'));
    expect(declared).toMatchObject({ kind: 'page' });
  });

  it('may have a few damaged characters', async () => {
    const page = Buffer.concat([Buffer.from('<p>Größe über Öl'), Buffer.from([0xe4])]);
    const got = await fetched(html(page, 'text/html'));
    expect(got).toMatchObject({ kind: 'page', html: '<p>Größe über Öl\ufffd' });
  });

  it.each([
    [404, 'gone'],
    [410, 'gone'],
    [401, 'sign-in'],
    [402, 'sign-in'],
    [400, 'failed'],
  ])('with status %i ends as %s', async (code, outcome) => {
    expect(await fetched(status(code))).toEqual(ended(outcome));
  });

  it.each([
    [403, failed('refused', true)],
    [451, failed('refused', true)],
    [500, failed('failed', false)],
  ])('with status %i lets its host wait', async (code, answered) => {
    expect(await fetched(status(code))).toEqual(answered);
  });

  it.each(['application/pdf', 'image/png', 'application/octet-stream', 'video/mp4', 'text/plain'])(
    'of the type %s has no article',
    async (type) => {
      expect(await fetched(html('%PDF', type))).toEqual(ended('none'));
    },
  );

  it.each([
    ['120', 120_000],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['soon', null],
  ])('is tried later when the site says so: %s', async (stated, afterMs) => {
    expect(await fetched(status(429, { 'retry-after': stated }))).toEqual(
      failed('refused', false, afterMs),
    );
  });

  it('needs a look when the site wants to see a person', async () => {
    expect(await fetched(status(403, { 'cf-mitigated': 'challenge' }))).toEqual(
      failed('look', true),
    );
  });
});

const SILENT = failed('failed', false);

describe('a hostile site', () => {
  it('that never answers is left when the time is over', async () => {
    expect(await fetched(() => {}, {}, 200)).toMatchObject(SILENT);
  });

  it('that sends a page without an end is left when the time is over', async () => {
    const got = await fetched(
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write('<p>');
      },
      {},
      200,
    );
    expect(got).toMatchObject(SILENT);
  });

  it('that redirects for ever is left', async () => {
    const got = await fetched((asked, response) => {
      response.writeHead(302, { location: `${asked.url}x` }).end();
    });
    expect(got).toMatchObject(SILENT);
    expect(sent.length).toBeLessThan(30);
  });

  it('that sends 100 MB is cut off after the limit', async () => {
    const got = await fetched((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const chunk = Buffer.alloc(MB, 'a');
      const more = () => {
        bytesSent += MB;
        if (response.destroyed || bytesSent > 100 * MB) response.end();
        else response.write(chunk, more);
      };
      more();
    });
    expect(got).toEqual(ended('none'));
    expect(bytesSent).toBeLessThan(60 * MB);
  });

  it('that sends a gzip bomb is cut off by the unpacked size', async () => {
    const bomb = gzipSync(Buffer.alloc(MAX_FETCHED_PAGE_BYTES + MB));
    expect(bomb.length).toBeLessThan(MB / 20);
    const got = await fetched((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      response.end(bomb);
    });
    expect(got).toEqual(ended('none'));
  });

  it.each([
    'http://127.0.0.1/a',
    'http://192.168.1.1/admin',
    'http://router.local/',
    'http://printer/',
    'http://10.0.0.1.nip.io/',
    'http://192-168-1-1.sslip.io/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::a00:1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://2130706433/',
    'http://169.254.169.254/latest/meta-data',
  ])('at %s is not asked, unless a person wants exactly that page', async (url) => {
    expect(await fetched(html('<p>router</p>'), { url })).toEqual(ended('refused'));
    expect(sent).toEqual([]);
    expect(await fetched(html('<p>router</p>'), { url, isAsked: true })).toMatchObject({
      kind: 'page',
    });
  });

  it.each([
    'http://192.168.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://nas.local/',
  ])('that leads to %s in the local network is left unread', async (url) => {
    answer = html('<p>router</p>');
    let response: Response | undefined;
    const redirected: Request = async (asked, init) => {
      response = Object.defineProperty(await request(asked, init), 'url', { value: url });
      return response;
    };
    const signal = AbortSignal.timeout(20_000);
    // Nobody asked for that address.
    for (const isAsked of [false, true]) {
      expect(await fetchPage(redirected, { ...page, isAsked }, 0, signal)).toEqual(
        ended('refused'),
      );
      expect(await response?.text().catch(() => 'unread')).toBe('unread');
    }
  });
});

describe('robots.txt', () => {
  const robots = (given: Answer) => {
    answer = given;
    return fetchRobots(request, URL_A, 0, AbortSignal.timeout(20_000));
  };

  it('is read where a host has one', async () => {
    const text = 'User-agent: *\nDisallow: /a';
    expect(await robots(html(text, 'text/plain'))).toMatchObject({ rules: [{ path: '/a' }] });
  });

  it.each<[string, Answer]>([
    ['a missing file', status(404)],
    ['a page', html('User-agent: *\nDisallow: /')],
    ['a broken connection', (asked) => void asked.socket.destroy()],
    ['a refusal', status(403)],
  ])('has no rules for %s', async (_, given) => {
    expect(await robots(given)).toEqual({ rules: [], delayMs: 0 });
  });

  it('is left unread when it leads to the local network', async () => {
    answer = html('User-agent: *\nDisallow: /router', 'text/plain');
    let response: Response | undefined;
    const redirected: Request = async (asked, init) => {
      const value = 'http://192.168.1.1/robots.txt';
      response = Object.defineProperty(await request(asked, init), 'url', { value });
      return response;
    };
    const rules = await fetchRobots(redirected, URL_A, 0, AbortSignal.timeout(20_000));
    expect(rules).toEqual({ rules: [], delayMs: 0 });
    expect(await response?.text().catch(() => 'unread')).toBe('unread');
  });

  it('counts as far as it is read: its first 512 KiB, or what arrives', async () => {
    const start = 'User-agent: *\nDisallow: /private\n';
    const read = { rules: [{ allows: false, path: '/private' }], delayMs: 0 };
    const long = `${start}${'# So\n'.repeat(200_000)}Disallow: /\n`;
    expect(await robots(html(long, 'text/plain'))).toEqual(read);
    const cut: Answer = (asked, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '900' });
      response.write(`${start}Disallow: /`, () => asked.socket.end());
    };
    expect(await robots(cut)).toEqual(read);
  });

  it.each([
    [429, 'refused'],
    [500, 'failed'],
    [503, 'failed'],
  ])('is asked for later after status %i', async (code, outcome) => {
    expect(await robots(status(code, { 'retry-after': '60' }))).toMatchObject({
      kind: 'failed',
      outcome,
      isOver: false,
    });
  });
});
