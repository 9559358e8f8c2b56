import { describe, expect, it } from 'vitest';
import { importOmnivore, importWallabag } from '../../../src/formats';
import { at, entry, highlight, NOW } from './run';

const A = 'https://example.org/a';
const B = 'https://example.org/b';

type Answer = Response | Error;

/** Answers each request with the next of `answers` and records the requests. */
function service(...answers: readonly Answer[]) {
  const requests: { url: string; method: string; body: string; authorization: string | null }[] =
    [];
  const waiting = [...answers];
  const fetch = async (url: string, init: RequestInit) => {
    const { method, headers } = new Request(url, init);
    const body = String(init.body ?? '');
    requests.push({ url, method, body, authorization: headers.get('authorization') });
    const answer = waiting.shift() ?? new Error('Not expected');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { fetch, requests };
}

const json = (value: unknown, status = 200) => Response.json(value, { status });
const failed = (failure: object) => [{ kind: 'failed', failure }];

describe('wallabag', () => {
  const account = {
    url: 'https://bag.example/sub/',
    username: 'ann',
    password: 'p&w',
    clientId: '1_x',
    clientSecret: 's',
  };
  const token = () => json({ access_token: 'T', expires_in: 3600 });
  const page = (items: unknown, pages = 1) => json({ page: 1, pages, _embedded: { items } });
  const run = (fetch: ReturnType<typeof service>['fetch']) =>
    Array.fromAsync(importWallabag(account, fetch, { now: NOW }));

  const item = {
    id: 1,
    url: A,
    title: 'A',
    content: '<p>Text</p>',
    is_archived: 0,
    is_starred: 1,
    created_at: '2026-01-01T00:00:00+0000',
    published_at: '2025-12-31T00:00:00+0100',
    published_by: ['Ann'],
    language: 'en',
    tags: [{ id: 1, label: 'x', slug: 'x' }],
    annotations: [
      { quote: 'Text', text: 'Why?', ranges: [], created_at: '2026-01-02T00:00:00+0000' },
    ],
  };

  it('signs in and reads all pages with all fields', async () => {
    const { fetch, requests } = service(
      token(),
      page([item], 2),
      page([{ url: B, is_archived: true }], 2),
    );
    expect(await run(fetch)).toEqual([
      {
        kind: 'entry',
        entry: entry({
          url: A,
          title: 'A',
          html: '<p>Text</p>',
          labels: ['x'],
          authors: ['Ann'],
          lang: 'en',
          created: at('2026-01-01'),
          published: '2025-12-30T23:00:00Z',
          isFavourite: true,
          highlights: [highlight({ quote: 'Text', note: 'Why?', created: at('2026-01-02') })],
        }),
      },
      { kind: 'entry', entry: entry({ url: B, isArchived: true, readProgress: 100 }) },
    ]);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://bag.example/sub/oauth/v2/token',
      'GET https://bag.example/sub/api/entries.json?perPage=20&page=1&sort=created&order=asc',
      'GET https://bag.example/sub/api/entries.json?perPage=20&page=2&sort=created&order=asc',
    ]);
    expect(requests[0]?.body).toBe(
      'grant_type=password&client_id=1_x&client_secret=s&username=ann&password=p%26w',
    );
    expect(requests[1]?.authorization).toBe('Bearer T');
  });

  it.each<[string, Answer[], object]>([
    ['the password is wrong', [json({ error: 'invalid_grant' }, 400)], { kind: 'sign-in-refused' }],
    ['the client is unknown', [json({}, 401)], { kind: 'sign-in-refused' }],
    [
      'the service cannot be reached',
      [new TypeError('x')],
      { kind: 'service', status: null, isRetriable: true },
    ],
    [
      'the service is unavailable',
      [json({}, 503)],
      { kind: 'service', status: 503, isRetriable: true },
    ],
    [
      'the address is another site',
      [json({}, 404)],
      { kind: 'service', status: 404, isRetriable: false },
    ],
    ['the response is a web page', [new Response('<html>')], { kind: 'not-json' }],
    ['the response has no token', [json([])], { kind: 'other-format' }],
    ['the response has no entries', [token(), json({ items: [] })], { kind: 'other-format' }],
    ['the token expires', [token(), json({}, 401)], { kind: 'sign-in-refused' }],
  ])('fails when %s', async (_, answers, failure) => {
    expect(await run(service(...answers).fetch)).toEqual(failed(failure));
  });

  it('returns what was read before a failure', async () => {
    const { fetch } = service(token(), page([item], 3), json({}, 500));
    expect((await run(fetch)).map(({ kind }) => kind)).toEqual(['entry', 'failed']);
  });

  it('refuses a response without end', async () => {
    const endless = new Response(
      new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(8_000_000)) }),
    );
    expect(await run(service(token(), endless).fetch)).toEqual(failed({ kind: 'too-large' }));
  });

  it('reads no more pages than the caller takes', async () => {
    const { fetch, requests } = service(token(), page([item], 1000));
    const steps = importWallabag(account, fetch, { now: NOW });
    await steps.next();
    await steps.return(undefined);
    expect(requests).toHaveLength(2);
  });
});

describe('omnivore', () => {
  const account = { url: 'https://omnivore.example', token: 'KEY' };
  const run = (fetch: ReturnType<typeof service>['fetch']) =>
    Array.fromAsync(importOmnivore(account, fetch, { now: NOW }));
  const page = (nodes: unknown[], endCursor: string, hasNextPage: boolean) =>
    json({
      data: {
        search: { edges: nodes.map((node) => ({ node })), pageInfo: { endCursor, hasNextPage } },
      },
    });
  const node = {
    title: 'A',
    url: A,
    description: 'About',
    author: 'Ann',
    isArchived: false,
    savedAt: '2026-01-01T00:00:00.000Z',
    publishedAt: null,
    readingProgressPercent: 41.7,
    language: 'English',
    content: '<p>Text</p>',
    labels: [{ name: 'x' }],
    highlights: [
      {
        type: 'HIGHLIGHT',
        quote: 'Text',
        annotation: null,
        createdAt: '2026-01-02T00:00:00.000Z',
      },
      { type: 'NOTE', quote: null, annotation: 'Ask Ada', createdAt: '2026-01-03T00:00:00.000Z' },
    ],
  };

  it('follows its cursor and reads all fields', async () => {
    const { fetch, requests } = service(page([node], '50', true), page([null], '51', false));
    expect(await run(fetch)).toEqual([
      {
        kind: 'entry',
        entry: entry({
          url: A,
          title: 'A',
          description: 'About',
          authors: ['Ann'],
          lang: 'English',
          created: at('2026-01-01'),
          labels: ['x'],
          readProgress: 42,
          html: '<p>Text</p>',
          note: 'Ask Ada',
          highlights: [highlight({ quote: 'Text', created: at('2026-01-02') })],
        }),
      },
      { kind: 'skipped', row: 2, reason: 'not-a-bookmark', text: 'null' },
    ]);
    expect(requests.map(({ url }) => url)).toEqual([
      'https://omnivore.example/api/graphql',
      'https://omnivore.example/api/graphql',
    ]);
    expect(requests.map(({ body }) => JSON.parse(body).variables.after)).toEqual(['', '50']);
    expect(requests[0]?.authorization).toBe('KEY');
  });

  it('ends if the cursor does not change', async () => {
    const { fetch, requests } = service(page([node], '50', true), page([node], '50', true));
    expect(await run(fetch)).toHaveLength(2);
    expect(requests).toHaveLength(2);
  });

  it.each<[string, Answer, object]>([
    [
      'the key is wrong',
      json({ data: { search: { errorCodes: ['UNAUTHORIZED'] } } }),
      { kind: 'sign-in-refused' },
    ],
    ['the key is refused', json({}, 401), { kind: 'sign-in-refused' }],
    ['the server does not support search', json({ errors: [{}] }), { kind: 'other-format' }],
  ])('fails when %s', async (_, answer, failure) => {
    expect(await run(service(answer).fetch)).toEqual(failed(failure));
  });
});
