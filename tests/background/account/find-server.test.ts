import { describe, expect, it } from 'vitest';
import { listenWith } from '../../service/support/loopback';
import { useAccounts } from './account-world';

const world = useAccounts();

describe('finding a server', () => {
  it('reports the server and its sign-in methods, and keeps its origin', async () => {
    expect(await world.find()).toBeNull();
    expect(await world.status()).toMatchObject({
      signIn: {
        kind: 'choosing',
        problem: null,
        server: {
          base: world.real.base,
          movedFrom: null,
          version: 'Leafmark 1.2.3 (Readeck API 0.22.3)',
        },
      },
    });
    expect([...world.fake.origins]).toEqual(['http://127.0.0.1/*']);
    expect([...world.fake.alarms]).toEqual(['sign-in']);
    await world.ask('cancelSignIn', { use: 'account' });
    expect(await world.status()).toMatchObject({ signIn: null });
    expect([...world.fake.origins]).toEqual([]);
    expect([...world.fake.alarms]).toEqual([]);
  });

  it.each([
    ['empty', '  ', ''],
    ['not-an-address', 'read me', ''],
    ['bad-header', '127.0.0.1', 'Cookie: x'],
  ] as const)('returns the problem %s', async (kind, address, headers) => {
    const request = { address, headers, allowed: [], use: 'account' };
    expect(await world.ask('findServer', request)).toMatchObject({ kind });
  });

  it('removes the permission when a header is reserved', async () => {
    const allowed = ['http://127.0.0.1/*'];
    world.fake.origins.add('http://127.0.0.1/*');
    const request = { address: world.real.base, headers: 'Cookie: x', allowed, use: 'account' };
    expect(await world.ask('findServer', request)).toMatchObject({ kind: 'bad-header' });
    expect([...world.fake.origins]).toEqual([]);
  });

  it('follows a host that redirects', async () => {
    const front = await listenWith(({ url }) => {
      const { pathname } = new URL(url);
      return pathname === '/api/info'
        ? new Response(null, { status: 302, headers: { Location: '/keep/api/info' } })
        : fetch(world.real.base + pathname.replace('/keep', ''));
    });
    try {
      expect(await world.find(front.base)).toBeNull();
      const base = `${front.base}/keep`;
      expect(await world.status()).toMatchObject({ signIn: { server: { base } } });
    } finally {
      await front.close();
    }
  });

  it('makes no request without the permission', async () => {
    const request = { address: world.real.base, headers: '', allowed: [], use: 'account' };
    expect(await world.ask('findServer', request)).toMatchObject({ kind: 'not-allowed' });
    expect(await world.status()).toMatchObject({ signIn: null });
  });

  it('does not end another search when it lacks the permission', async () => {
    const request = {
      address: 'https://elsewhere.example',
      headers: '',
      allowed: [],
      use: 'account',
    };
    const first = world.ask('findServer', request);
    expect(await world.find()).toBeNull();
    expect(await first).toMatchObject({ kind: 'not-allowed' });
    const { base } = world.real;
    expect(await world.status()).toMatchObject({ signIn: { kind: 'choosing', server: { base } } });
  });

  it('lets the doctor examine a server that was not found', async () => {
    world.online = false;
    expect(await world.find()).toMatchObject({ kind: 'offline' });
    const { base } = world.real;
    expect(await world.status()).toMatchObject({ signIn: { kind: 'not-found', base } });
    expect(await world.ask('examine')).toBeNull();
    expect(JSON.parse(world.fake.session.kept.get('examination') ?? '')).toMatchObject({
      base,
      isDone: true,
      findings: expect.arrayContaining([expect.objectContaining({ check: 'reach' })]),
    });
    await world.ask('cancelSignIn', { use: 'account' });
    expect([...world.fake.origins]).toEqual([]);
  });

  it('reuses a permission when the user tries again, and removes it once', async () => {
    const pattern = 'http://127.0.0.1/*';
    world.online = false;
    expect(await world.find()).toMatchObject({ kind: 'offline' });
    expect([...world.fake.origins]).toEqual([pattern]);
    world.online = true;
    expect(await world.find()).toBeNull();
    expect(await world.find()).toBeNull();
    expect([...world.fake.origins]).toEqual([pattern]);
    await world.ask('cancelSignIn', { use: 'account' });
    expect([...world.fake.origins]).toEqual([]);
  });

  it('forgets a server after half an hour without a sign-in', async () => {
    await world.find();
    await world.restart().resume();
    expect(await world.status()).toMatchObject({ signIn: { kind: 'choosing' } });
    world.real.t.advance(31 * 60_000);
    await world.restart().resume();
    expect(await world.status()).toMatchObject({ signIn: null });
    expect([...world.fake.origins]).toEqual([]);
  });
});
