import { describe, expect, it } from 'vitest';
import { hashSecret } from '../../server/account/secrets';
import type { Credential, TokenChange } from '../../server/storage';
import { MINUTE_MS } from '../../src/domain/time';
import { address, page, value } from '../library/library';
import { type Device, seen, startWorld, type World } from './support/world';

const [EDITED, NEW, THERE] = ['edited', 'new', 'there'].map(
  (one) => `https://pages.example/${one}`,
);

/** Starts a world in which a round has work of all kinds, and a device that counts its requests. */
async function prepared() {
  const world = await startWorld();
  // The storage does not return a disabled token, so the test looks it up first.
  const credential = (await world.t.storage.tokens.authenticate(hashSecret(world.token)))!;
  let requests = 0;
  let onRequest = async (_: number) => {};
  const device = await world.device({
    through: (fetch) => async (input, init) => {
      requests += 1;
      await onRequest(requests);
      return fetch(input, init);
    },
  });
  value(await device.library.bookmarks.save(address({ url: EDITED!, title: 'Old' })));
  await settle(world, device);
  const { id } = (await device.find(EDITED!))!;
  value(await device.library.bookmarks.edit(id, { title: 'Mine', addLabels: ['kept'] }));
  const html = `<p>${'The harbour froze in January. '.repeat(9)}</p>`;
  value(await device.library.bookmarks.save(page({ url: NEW!, title: 'New', html })));
  value(await world.client.bookmarks.create({ url: THERE!, title: 'There' }));
  await world.work();
  world.advance(MINUTE_MS);
  requests = 0;
  return {
    world,
    device,
    credential,
    /**
     * Runs a round and calls `act` at the request with this number. Returns null when the round
     * makes fewer requests.
     */
    async roundWith(number: number, act: () => Promise<unknown>) {
      let isDone = false;
      onRequest = async (made) => {
        if (made !== number) return;
        isDone = true;
        await act();
      };
      const outcome = await device.round();
      onRequest = async () => {};
      return isDone ? outcome : null;
    },
  };
}

async function settle(world: World, device: Device): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await device.round()).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(MINUTE_MS);
  }
}

/** Changes the token's permissions in the server's storage. */
async function changeToken(
  { t }: World,
  { token }: Credential,
  change: TokenChange,
): Promise<void> {
  await t.storage.tokens.update(token.userId, token.id, change);
}

describe.each<[string, TokenChange, TokenChange, object]>([
  ['withdrawn', { isEnabled: false }, { isEnabled: true }, { kind: 'signed-out' }],
  ['restricted', { roles: ['bookmarks:read'] }, { roles: null }, { kind: 'forbidden' }],
])('a token that is %s during a round', (_, restriction, restored, stop) => {
  it('stops the round with a reason at each request, and everything is there once afterwards', async () => {
    let stops = 0;
    for (let number = 1; ; number += 1) {
      const { world, device, credential, roundWith } = await prepared();
      const outcome = await roundWith(number, () => changeToken(world, credential, restriction));
      if (outcome?.kind === 'stopped') {
        stops += 1;
        expect(outcome).toMatchObject({ stop, nextAt: null });
        expect((await device.library.sync.meta()).stop).toMatchObject(stop);
        expect(await device.library.sync.attention()).toEqual([]);
      }
      expect(await device.find(EDITED!)).toMatchObject({ title: 'Mine', labels: ['kept'] });
      expect(await device.find(NEW!)).toMatchObject({ content: { kind: 'article' } });
      await changeToken(world, credential, restored);
      await settle(world, device);
      const there = (await world.bookmarks()).map(({ url, title, labels }) => ({
        url,
        title,
        labels,
      }));
      expect(there.toSorted((a, b) => a.url.localeCompare(b.url))).toEqual([
        { url: EDITED, title: 'Mine', labels: ['kept'] },
        { url: NEW, title: 'New', labels: [] },
        { url: THERE, title: 'There', labels: [] },
      ]);
      const here = (await device.tables.bookmarks.toArray()).map((one) => seen(one));
      expect(here.map(({ url }) => url).toSorted()).toEqual([EDITED, NEW, THERE]);
      await world.end();
      if (outcome === null) break;
    }
    expect(stops).toBeGreaterThan(1);
  });
});
