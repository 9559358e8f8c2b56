import { IDBFactory } from 'fake-indexeddb';
import { expect, it } from 'vitest';
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
