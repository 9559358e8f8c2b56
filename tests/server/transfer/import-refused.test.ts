import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES } from '../storage/support/databases';
import { pocketZip } from '../support/pocket-zip';
import { startServer, type TestServer } from '../support/test-server';

const [, sqlite] = DATABASES[0];

describe('an invalid import file', () => {
  let t: TestServer;
  let token: string;
  beforeAll(async () => {
    t = await startServer(sqlite);
    token = await t.tokenOf(await t.addUser('ada'));
  });
  afterAll(() => t.remove());

  const send = (source: string, sent: object | FormData) =>
    t.send('POST', `/api/bookmarks/import/${source}`, {
      token,
      ...(sent instanceof FormData ? { body: sent } : { json: sent }),
    });

  const refusal = async (answer: Response) => {
    const { fields } = (await answer.json()) as { fields: { data: { errors: string[] } } };
    return [answer.status, fields.data.errors[0]];
  };

  it.each([
    ['goodlinks', 'url,title\n', 'the file is not JSON'],
    ['goodlinks', '{"a":1}', 'the file is not an export of this kind'],
    ['pinboard', '['.repeat(10_000), 'the file is nested too deeply'],
    ['csv', '<html>', 'the file is not an export of this kind'],
    // The extension would import the first one. Here nobody would learn that the others are missing.
    ['pinboard', '[{"href":"https://example.org/"},{"hr', 'the file is incomplete or damaged'],
    ['pocket-file', 'PK\u0003\u0004 and nothing', 'the file is not a zip archive, or a broken one'],
    ['text', 'https://example.org/\u0000', 'the file is not text'],
  ])('from %s is refused (%#)', async (source, data, message) => {
    expect(await refusal(await send(source, { data }))).toEqual([422, message]);
  });

  it('is refused when it is small but unpacks to a huge file', async () => {
    const data = await pocketZip('0'.repeat(210 * 1024 * 1024), []);
    expect(data.size).toBeLessThan(1024 * 1024);
    const body = new FormData();
    body.set('data', data, 'pocket.zip');
    const answer = await send('pocket-file', body);
    expect(await refusal(answer)).toEqual([422, 'the file is too large']);
  });

  it.each(['../../part_000001.csv', '/etc/part_000001.csv', 'C:\\\\part_000001.csv'])(
    'is refused when it is an archive with the name %s',
    async (name) => {
      const body = new FormData();
      body.set('data', await pocketZip('title,url,time_added,tags,status\n', [], [name]), 'a.zip');
      expect((await refusal(await send('pocket-file', body)))[0]).toBe(422);
    },
  );

  it('is refused when it is not UTF-8 or not a file', async () => {
    const body = new FormData();
    body.set('data', new Blob([new Uint8Array([0xc3, 0x28])]), 'x.csv');
    const answer = await send('csv', body);
    expect((await refusal(answer))[0]).toBe(422);
    expect(await refusal(await send('csv', {}))).toEqual([422, 'field is required']);
  });

  it('is refused for an unknown source', async () => {
    const answer = await send('elsewhere', { data: 'x' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      status: 404,
      message: 'Import from "elsewhere" does not exist.',
    });
  });

  it('creates no job', async () => {
    expect(await t.storage.jobs.counts()).toEqual([]);
  });

  it('is refused when it is too large', async () => {
    const small = t.another({ config: { ...t.server.config, maxImportBytes: 100 } });
    const json = { data: 'https://example.org/'.repeat(10) };
    const answer = await small.send('POST', '/api/bookmarks/import/text', { token, json });
    expect(answer.status).toBe(413);
  });
});
