import { IDBFactory } from 'fake-indexeddb';
import { expect, it, vi } from 'vitest';
import { openSecrets } from '../../src/library';

it('keeps secrets together, for the next worker, until they are removed', async () => {
  const factory = new IDBFactory();
  const secrets = openSecrets(factory);
  await secrets.set({ accounts: [{ token: 'a' }], signIn: null });
  const next = openSecrets(factory);
  expect(await next.get(['accounts', 'signIn', 'missing'])).toEqual({
    accounts: [{ token: 'a' }],
    signIn: null,
  });
  await next.remove('accounts');
  expect(await secrets.get('accounts')).toEqual({});
  // Browser tests take the database whose name begins like this for the library.
  expect((await factory.databases()).map(({ name }) => name)).toEqual(['secrets']);
});

it('loses no change of two tabs that change the same value at once', async () => {
  const factory = new IDBFactory();
  const tabs = [openSecrets(factory), openSecrets(factory)];
  const names = [...Array(20).keys()];
  await Promise.all(
    names.map((name) =>
      tabs[name % 2]?.change(['left'], ({ left = [] }) => ({
        left: [...(left as number[]), name],
      })),
    ),
  );
  const { left } = (await tabs[0]?.get('left')) ?? {};
  expect((left as number[]).toSorted((one, other) => one - other)).toEqual(names);
});

it('reports that the browser has deleted them, and keeps new ones', async () => {
  const factory = new IDBFactory();
  const onLost = vi.fn();
  const secrets = openSecrets(factory, onLost);
  await secrets.set({ accounts: ['a'] });
  expect(onLost).not.toHaveBeenCalled();
  const deleting = factory.deleteDatabase('secrets');
  await new Promise((resolve) => deleting.addEventListener('success', resolve));
  expect(onLost).toHaveBeenCalledOnce();
  expect(await secrets.get('accounts')).toEqual({});
  await secrets.set({ accounts: ['b'] });
  expect(await secrets.get('accounts')).toEqual({ accounts: ['b'] });
});
