import { afterAll, beforeAll, expect, it } from 'vitest';
import { StorageUnavailable } from '../../../server/storage';
import { describeOnDatabases } from '../../server/storage/support/databases';
import { brokenStorage } from '../../server/support/broken-storage';
import { CLIENT } from '../../server/support/oauth';
import { type RealServer, startReal } from '../support/real-server';

const UNKNOWN_ID = 'x'.repeat(22);

describeOnDatabases('every error of the companion server on %s', (database) => {
  let real: RealServer;
  let token: string;
  let reader: string;
  beforeAll(async () => {
    real = await startReal(database);
    const user = await real.t.addUser('ada', { password: 'correct horse' });
    token = await real.t.tokenOf(user);
    reader = await real.t.tokenOf(user, ['profile:read']);
  });
  afterAll(() => real.stop());
  const errorOf = async (answer: Promise<{ ok: boolean; error?: unknown }>) => (await answer).error;

  it('is unauthorised for a missing, bad or revoked token', async () => {
    const unauthorised = { kind: 'unauthorised' };
    expect(await errorOf(real.as(null).client.profile.read())).toEqual(unauthorised);
    expect(await errorOf(real.as('wrong').client.profile.read())).toEqual(unauthorised);
    const revoked = await real.t.tokenOf((await real.t.storage.users.findByLogin('ada'))!);
    const { client } = real.as(revoked);
    expect(await client.oauth.revoke({ token: revoked })).toMatchObject({ ok: true });
    expect(await errorOf(client.profile.read())).toEqual(unauthorised);
  });

  it('is forbidden for a token without the permission', async () => {
    const { client } = real.as(reader);
    expect(await errorOf(client.collections.list())).toEqual({ kind: 'forbidden' });
  });

  it('is not-found for a missing object or an impossible id', async () => {
    const { client } = real.as(token);
    expect(await errorOf(client.collections.read(UNKNOWN_ID))).toEqual({ kind: 'not-found' });
    expect(await errorOf(client.collections.read('..'))).toEqual({ kind: 'not-found' });
    expect(await errorOf(client.collections.read('a/../../b'))).toEqual({ kind: 'not-found' });
  });

  it('is invalid with each bad field and its message', async () => {
    const { client } = real.as(token);
    expect(await errorOf(client.collections.create({ name: ' ', range_start: 'soon' }))).toEqual({
      kind: 'invalid',
      status: 422,
      fields: [
        { field: 'name', message: 'field is required' },
        { field: 'range_start', message: expect.stringContaining('soon') },
      ],
      messages: [],
    });
  });

  it('is oauth with the code of a refused registration', async () => {
    const { client } = real.as(null);
    const refused = client.oauth.register({ ...CLIENT, client_uri: 'http://app.example/' });
    expect(await errorOf(refused)).toMatchObject({
      kind: 'oauth',
      code: 'invalid_client_metadata',
    });
  });

  it("is refused with the server's message", async () => {
    const { client } = real.as(token);
    expect(await errorOf(client.exporting.list('pdf'))).toEqual({
      kind: 'refused',
      status: 406,
      message: 'unknown format: pdf',
    });
  });

  it('is rate-limited with the requested wait, which the client does not wait for', async () => {
    const { client } = real.as(null);
    const guess = { username: 'ada', password: 'wrong', application: 'a' };
    for (let n = 0; n < 10; n++) {
      expect(await errorOf(client.signIn.withPassword(guess))).toEqual({ kind: 'unauthorised' });
    }
    const limited = await errorOf(client.signIn.withPassword(guess));
    expect(limited).toMatchObject({ kind: 'rate-limited' });
    expect((limited as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(60_000);
  });

  it('is too-large for more than the server accepts', async () => {
    const { client } = real.as(token);
    const name = 'x'.repeat(2 * real.t.server.config.maxFormBytes);
    expect(await errorOf(client.collections.create({ name }))).toEqual({ kind: 'too-large' });
  });

  it('is server for a bug and for a lost database', async () => {
    const failing = async (error: Error) => {
      const broken = await startReal(database, { storage: brokenStorage(() => error) });
      const answer = await errorOf(broken.as(token).client.profile.read());
      await broken.stop();
      return answer;
    };
    expect(await failing(new Error('a fault'))).toMatchObject({ kind: 'server', status: 500 });
    const gone = new StorageUnavailable('gone', new Error('gone'));
    expect(await failing(gone)).toMatchObject({ kind: 'server', status: 503 });
  });

  it('is aborted when the caller aborts, before and during the request', async () => {
    const { client } = real.as(token);
    expect(await errorOf(client.profile.read({ signal: AbortSignal.abort() }))).toEqual({
      kind: 'aborted',
    });
    const controller = new AbortController();
    const reading = errorOf(client.profile.read({ signal: controller.signal }));
    controller.abort();
    expect(await reading).toEqual({ kind: 'aborted' });
  });

  it('is offline when nothing listens', async () => {
    const other = await startReal(database);
    await other.stop();
    expect(await errorOf(other.as(token).client.info.read())).toEqual({ kind: 'offline' });
  });
});
