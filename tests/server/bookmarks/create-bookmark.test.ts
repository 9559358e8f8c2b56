import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkRow, UserRow } from '../../../server/storage';
import { badFields, FormError } from '../../../src/contract';
import { MAX_PAGE_NOTE_LENGTH } from '../../../src/domain/excerpt';
import { HOUR_MS } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { runDueJobs } from '../support/run-jobs';
import { BASE, type Sent, startServer, type TestServer } from '../support/test-server';

const URL = 'https://example.org/a?b=1';

/** Returns one part of a multipart body from its header lines and its content. */
const part = (lines: readonly string[], content: string) =>
  `--cut\r\n${[...lines].join('\r\n')}\r\n\r\n${content}\r\n`;
const field = (name: string, value: string) =>
  part([`Content-Disposition: form-data; name="${name}"`], value);
const resource = (lines: readonly string[], content: string) =>
  part(['Content-Disposition: form-data; name="resource"; filename="_"', ...lines], content);
const multipart = (...parts: readonly string[]): Sent => ({
  body: `${parts.join('')}--cut--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=cut' },
});

describeOnDatabases('creating a bookmark on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  beforeEach(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
    token = await t.tokenOf(ada);
  });
  afterEach(() => t.remove());

  const post = (sent: Sent) => t.send('POST', '/api/bookmarks', { token, ...sent });
  const made = async (sent: Sent): Promise<BookmarkRow> => {
    const answer = await post(sent);
    expect(answer.status).toBe(202);
    const row = await t.storage.bookmarks.find(ada.id, answer.headers.get('Bookmark-Id') ?? '');
    return row ?? expect.fail('The bookmark does not exist');
  };
  const refused = async (sent: Sent) => {
    const answer = await post(sent);
    expect(answer.status).toBe(422);
    expect(await t.storage.bookmarks.changedSince(ada.id, null)).toEqual([]);
    return FormError.parse(await answer.json());
  };
  /** Returns the address, the type and the content of each file that waits for the extraction. */
  const waiting = async ({ key }: BookmarkRow) =>
    Promise.all(
      (await t.storage.contents.sent(key)).map(async ({ url, contentType, hash }) => [
        url,
        contentType,
        Buffer.from((await t.storage.contents.bytes(hash)) ?? []).toString(),
      ]),
    );

  it('answers with the address of the bookmark before its page is read', async () => {
    const answer = await post({ json: { url: URL } });
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ status: 202, message: 'Link submitted' });
    const id = answer.headers.get('Bookmark-Id');
    expect(answer.headers.get('Location')).toBe(`${BASE}/api/bookmarks/${id}`);
    expect(answer.headers.get('Link')).toBe(
      `<${BASE}/bookmarks/${id}>; rel="alternate"; type="text/html"`,
    );
    const [job] = await t.storage.jobs.claim('extraction', 2, HOUR_MS);
    const row = await t.storage.bookmarks.find(ada.id, id ?? '');
    expect(job?.payload).toMatchObject({ key: row?.key, findsMain: true });
    expect(await waiting(row!)).toEqual([]);
  });

  it.each<[string, (values: Record<string, unknown>) => Sent]>([
    ['JSON', (json) => ({ json })],
    [
      'a form',
      (values) => ({
        form: new URLSearchParams(
          Object.entries(values).flatMap(([name, value]) =>
            [value].flat().map((item): [string, string] => [name, String(item)]),
          ),
        ),
      }),
    ],
    [
      'multipart',
      (values) =>
        multipart(
          ...Object.entries(values).flatMap(([name, value]) =>
            [value].flat().map((item) => field(name, String(item))),
          ),
        ),
    ],
  ])('accepts %s', async (_kind, sent) => {
    const state = {
      is_archived: true,
      is_marked: true,
      read_progress: 40,
      read_anchor: '#main > p:nth-child(3)',
      note: 'For Ada\n\nSoon',
    };
    const row = await made(
      sent({
        url: `${URL}#there`,
        title: ' A title ',
        labels: ['b', ' a ', 'b', ' ', '\u200b'],
        created: '2020-02-29T12:00:00+02:00',
        ...state,
        unknown: 'field',
      }),
    );
    expect(row).toMatchObject({
      url: URL,
      initialUrl: URL,
      title: 'A title',
      labels: ['a', 'b'],
      created: Date.UTC(2020, 1, 29, 10),
      isArchived: true,
      isFavourite: true,
      readProgress: 40,
      readAnchor: '#main > p:nth-child(3)',
      note: 'For Ada\n\nSoon',
      state: 2,
      site: 'example.org',
      domain: 'example.org',
    });
  });

  it.each([
    ['https://www.news.example.co.uk:8080/', 'www.news.example.co.uk', 'example.co.uk'],
    ['https://xn--bcher-kva.example/', 'bücher.example', 'bücher.example'],
    ['http://localhost/', 'localhost', 'localhost'],
    ['http://[::1]/', '[::1]', '[::1]'],
    ['http://192.168.1.1/', '192.168.1.1', '192.168.1.1'],
  ])('knows the site of %s', async (url, site, domain) => {
    expect(await made({ json: { url } })).toMatchObject({ site, domain });
  });

  it('says that the state is part of a create', async () => {
    const info = (await (await t.send('GET', '/api/info')).json()) as { extensions: string[] };
    expect(info.extensions).toEqual(expect.arrayContaining(['state_on_create', 'bookmark_notes']));
    const fields = badFields(await refused({ json: { url: URL, read_progress: 101 } }));
    expect(fields.map(({ field }) => field)).toEqual(['read_progress']);
  });

  it('takes the longest note of a device, and refuses a longer one', async () => {
    const note = 'n'.repeat(MAX_PAGE_NOTE_LENGTH);
    const fields = badFields(await refused({ json: { url: URL, note: `${note}n` } }));
    expect(fields.map(({ field }) => field)).toEqual(['note']);
    expect(await made({ json: { url: URL, note } })).toMatchObject({ note });
  });

  it('has its page read before those that a device imports with their old dates', async () => {
    const old = await made({ json: { url: URL, created: '2019-01-02T03:04:05Z' } });
    t.advance(1000);
    const own = await made({ json: { url: 'https://example.org/own' } });
    const jobs = await t.storage.jobs.claim('extraction', 2, HOUR_MS);
    expect(jobs.map(({ payload }) => payload.key)).toEqual([own.key, old.key]);
  });

  it('creates a second bookmark for the same address', async () => {
    const [first, second] = [
      await made({ json: { url: URL } }),
      await made({ json: { url: URL } }),
    ];
    expect(second.id).not.toBe(first.id);
  });

  describe('with its page', () => {
    const PAGE = '<title>x</title><p>“Hello”';

    it.each<[string, Sent]>([
      ['a string in JSON', { json: { url: URL, html: PAGE } }],
      ['a string in a form', { form: { url: URL, html: PAGE } }],
      ['a field', multipart(field('url', URL), field('html', PAGE))],
      [
        'a file',
        multipart(
          field('url', URL),
          part(['Content-Disposition: form-data; name="html"; filename="_"'], PAGE),
        ),
      ],
    ])('keeps the page as it was sent as %s', async (_kind, sent) => {
      expect(await waiting(await made(sent))).toEqual([[URL, 'text/html; charset=utf-8', PAGE]]);
    });

    it('keeps the state that was sent when the page has been read', async () => {
      const state = { is_archived: true, is_marked: true, read_progress: 100, read_anchor: 'p' };
      const { id } = await made({ json: { url: URL, html: PAGE, ...state } });
      await runDueJobs(t.server);
      const row = await t.storage.bookmarks.find(ada.id, id);
      expect(row).toMatchObject({
        state: 0,
        isArchived: true,
        isFavourite: true,
        readProgress: 100,
        readAnchor: '',
      });
    });

    it('keeps its resources in both formats, with or without the page', async () => {
      const files = [
        resource(['Location: https://cdn.example.org/a.png', 'Content-Type: image/png'], 'PNG'),
        resource(
          [],
          `{"url":"https://cdn.example.org/b","headers":{"Content-Type":"text/css"}}\nCSS`,
        ),
      ];
      const kept = [
        ['https://cdn.example.org/a.png', 'image/png', 'PNG'],
        ['https://cdn.example.org/b', 'text/css', 'CSS'],
      ];
      const row = await made(multipart(field('url', `${URL}#part`), field('html', PAGE), ...files));
      const [page, ...others] = await waiting(row);
      expect(page?.[2]).toBe(PAGE);
      expect(others).toEqual(kept);
      expect(await waiting(await made(multipart(field('url', URL), ...files)))).toEqual(kept);
    });

    it('leaves out invalid resources other than the page itself', async () => {
      const broken = [
        resource(['Location: not an address'], 'x'),
        resource(['Location: https://cdn.example.org/empty'], ''),
        resource([], 'no line of JSON'),
        resource([], '{"url":"https://cdn.example.org/none"}'),
      ];
      expect(await waiting(await made(multipart(field('url', URL), ...broken)))).toEqual([]);
    });

    it.each([
      ['a part of the current format', resource([`Location: ${URL}`], '')],
      ['a part of the older format', resource([], `{"url":"${URL}","headers":{}}\n`)],
      ['the first line of the older format', resource([], `{"url":"${URL}","headers":{}}`)],
    ])('refuses a request in which the page itself is %s without bytes', async (_, page) => {
      const { errors } = await refused(multipart(field('url', URL), page));
      expect(errors).toEqual(['Unable to process input data']);
    });

    it('keeps the whole page when the client asks for it', async () => {
      await made({ json: { url: URL, html: PAGE, feature_find_main: false } });
      const [job] = await t.storage.jobs.claim('extraction', 1, HOUR_MS);
      expect(job?.payload).toMatchObject({ findsMain: false });
    });
  });

  describe('refuses', () => {
    it.each<[string, object, string, string]>([
      ['no address', {}, 'url', 'field is required'],
      ['an empty address', { url: ' ' }, 'url', 'field is required'],
      ['a host that is too long', { url: `https://${'a.'.repeat(200)}b/` }, 'url', 'invalid URL'],
      ['half a character', { url: URL, title: '\ud83c' }, 'title', 'invalid value'],
      [
        'a label that is too long',
        { url: URL, labels: ['x'.repeat(1025)] },
        'labels',
        'text must contain at most 1024 characters',
      ],
    ])('%s', async (_what, json, name, message) => {
      expect(badFields(await refused({ json }))).toEqual([{ field: name, message }]);
    });

    it('a body that is too large, without creating anything', async () => {
      const small = t.another({ config: { ...t.server.config, maxPageBytes: 2000 } });
      const answer = await small.send('POST', '/api/bookmarks', {
        token,
        json: { url: URL, html: 'x'.repeat(2000) },
      });
      expect(answer.status).toBe(413);
      expect(await t.storage.bookmarks.changedSince(ada.id, null)).toEqual([]);
    });

    it('with one line in the log, without the address of the page', async () => {
      t.logged.length = 0;
      await refused({ json: { url: 'https:///secret' } });
      expect(t.logged).toEqual([expect.objectContaining({ event: 'refused', status: 422 })]);
      expect(JSON.stringify(t.logged)).not.toContain('secret');
    });
  });
});
