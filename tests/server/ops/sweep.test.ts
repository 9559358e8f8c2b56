import { afterEach, expect, it } from 'vitest';
import { hashSecret } from '../../../server/account/secrets';
import { sweep } from '../../../server/ops/sweep';
import { unixMs } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { DEVICE_GRANT, grantedCode, redeem, redeemCode, register } from '../support/oauth';
import { startServer, type TestServer } from '../support/test-server';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

describeOnDatabases('the removal of expired rows on %s', (database) => {
  let t: TestServer;
  afterEach(() => t.remove());

  it('deletes expired rows and keeps the others', async () => {
    t = await startServer(database);
    const ada = await t.addUser();
    const token = await t.tokenOf(ada);
    const code = await grantedCode(t, ada);
    const client_id = await register(t, { grant_types: [DEVICE_GRANT] });
    const begun = await t.send('POST', '/api/oauth/device', {
      json: { client_id, scope: 'bookmarks:read' },
    });
    const { device_code } = (await begun.json()) as { device_code: string };
    const poll = { grant_type: DEVICE_GRANT, client_id, device_code };
    const hash = hashSecret(device_code);

    await sweep(t.server);
    expect(await (await redeem(t, poll)).json()).toEqual({ error: 'authorization_pending' });
    expect((await redeemCode(t, code)).status).toBe(201);

    t.advance(HOUR);
    const stored = () => t.storage.oauth.changeDeviceCode(hash, () => null);
    expect(await stored()).not.toBeNull();
    await sweep(t.server);
    expect(await stored()).toBeNull();
    expect((await t.send('GET', '/api/profile', { token })).status).toBe(200);
  });

  it('keeps what a person has while the clock is ahead, until it has run for a day', async () => {
    t = await startServer(database);
    const ada = await t.addUser();
    const { storage, server } = t;
    const expires = unixMs(server.now() + DAY);
    await storage.sessions.create({ hash: 'session', userId: ada.id, expires });
    const { id } = await storage.imports.create(ada.id, { source: '', options: {}, account: null });
    await sweep(server);
    const here = async () => ({
      session: (await storage.sessions.find('session')) !== null,
      import: (await storage.imports.find(ada.id, id)) !== null,
    });

    t.advance(400 * DAY);
    await sweep(server);
    t.advance(HOUR);
    await sweep(server);
    t.advance(-400 * DAY - HOUR);
    expect(await here()).toEqual({ session: true, import: true });

    for (let hours = 0; hours <= 72; hours += 1) {
      t.advance(HOUR);
      await sweep(server);
    }
    t.advance(-72 * HOUR);
    expect(await here()).toEqual({ session: false, import: false });
  });
});
