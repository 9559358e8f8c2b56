import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { formOf, OWN_PAGE } from '../support/oauth';
import { providerVisitor } from '../support/provider';
import { type ProviderWorld, startProviderWorld } from '../support/provider-world';

const HOUR = 60 * 60 * 1000;

describeOnDatabases('an account at a provider on %s', (database) => {
  let world: ProviderWorld;
  let ada: UserRow;
  beforeAll(async () => {
    world = await startProviderWorld(database);
    ada = await world.t.addUser('ada', { password: 'correct horse battery' });
  });
  afterAll(() => world.remove());
  beforeEach(() => world.t.advance(HOUR));

  const signUp = () => world.withRules({ canSignUp: true });

  describe('a person without an account', () => {
    it('gets none by default, also with the name or the e-mail address of a user', async () => {
      world.provider.people['s-1'] = {
        preferred_username: 'ada',
        email: 'ada@example.org',
        email_verified: true,
      };
      const { answer, session } = await world.signIn(world.t, 's-1');
      expect(await answer.text()).toContain('nobody here is bound to it');
      expect(session).toBe('');
      expect(await world.t.storage.identities.list(ada.id)).toEqual([]);
    });

    it('gets one where that is allowed, with the name and the verified address', async () => {
      world.provider.people['s-2'] = {
        preferred_username: 'lin',
        email: 'lin@example.org',
        email_verified: true,
      };
      expect(await world.userWith((await world.signIn(signUp(), 's-2')).session)).toBe('lin');
      const lin = await world.t.storage.users.findByLogin('lin');
      expect(lin).toMatchObject({ email: 'lin@example.org', group: 'user', passwordHash: null });
      expect(await world.userWith((await world.signIn(world.t, 's-2')).session)).toBe('lin');
    });

    it('does not get the account of the same name', async () => {
      world.provider.people['s-3'] = { preferred_username: 'ADA' };
      const { answer, session } = await world.signIn(signUp(), 's-3');
      expect(await answer.text()).toContain('Somebody here has your user name already.');
      expect(session).toBe('');
    });

    it('gets an account of their own with the same e-mail address, which stays with its user', async () => {
      const email = { email: 'ada@example.org', email_verified: true };
      world.provider.people['s-4'] = { preferred_username: 'second', ...email };
      expect(await world.userWith((await world.signIn(signUp(), 's-4')).session)).toBe('second');
      expect(await world.t.storage.users.findByLogin('second')).toMatchObject({ email: null });
      expect(await world.t.storage.users.findByLogin('ada@example.org')).toMatchObject({
        id: ada.id,
      });
    });

    it.each([
      ['without a name', {}],
      ['with a name that has blanks', { preferred_username: 'a b' }],
      ['with a name that is too long', { preferred_username: 'x'.repeat(300) }],
    ])('gets none %s', async (what, person) => {
      world.provider.people[`n ${what}`] = person;
      const { answer } = await world.signIn(signUp(), `n ${what}`);
      expect(await answer.text()).toContain('says no user name for you');
    });

    it('keeps the account when the e-mail address or the name changes there', async () => {
      world.provider.people['s-5'] = {
        preferred_username: 'mae',
        email: 'mae@example.org',
        email_verified: true,
      };
      await world.signIn(signUp(), 's-5');
      world.provider.people['s-5'] = {
        preferred_username: 'ada',
        email: 'ada@example.org',
        email_verified: true,
      };
      expect(await world.userWith((await world.signIn(signUp(), 's-5')).session)).toBe('mae');
      expect(await world.t.storage.users.findByLogin('mae')).toMatchObject({
        email: 'mae@example.org',
      });
    });

    it('keeps no address that the provider has not verified', async () => {
      world.provider.people['s-6'] = { preferred_username: 'unverified', email: 'x@example.org' };
      await world.signIn(signUp(), 's-6');
      expect(await world.t.storage.users.findByLogin('unverified')).toMatchObject({ email: null });
    });

    it('gets the account of the same name if the operator has this rule', async () => {
      const named = await world.t.addUser('rule');
      world.provider.people['s-7'] = { preferred_username: 'Rule' };
      const linked = await world.signIn(world.withRules({ linksByName: true }), 's-7');
      expect(await world.userWith(linked.session)).toBe('rule');
      expect(
        (await world.t.storage.identities.list(named.id)).map(({ subject }) => subject),
      ).toEqual(['s-7']);
    });

    it('does not get by this rule the account of somebody who has come before', async () => {
      await world.t.addUser('left');
      const at = world.withRules({ linksByName: true });
      world.provider.people['x-1'] = { preferred_username: 'left' };
      expect(await world.userWith((await world.signIn(at, 'x-1')).session)).toBe('left');
      // The provider gave the name to somebody else.
      world.provider.people['x-2'] = { preferred_username: 'left' };
      expect((await world.signIn(at, 'x-2')).session).toBe('');
    });

    it('does not get by this rule the account whose name is a part of an address', async () => {
      await world.t.addUser('part');
      world.provider.people['p-1'] = { preferred_username: 'part@other.example' };
      const at = world.withRules({ linksByName: true });
      expect((await world.signIn(at, 'p-1')).session).toBe('');
    });

    it('gets an account with the name before the @ of an address', async () => {
      world.provider.people['p-2'] = { preferred_username: 'kim@other.example' };
      expect(await world.userWith((await world.signIn(signUp(), 'p-2')).session)).toBe('kim');
    });

    it('gets one account from two browsers at once', async () => {
      world.provider.people['s-8'] = { preferred_username: 'twice' };
      const at = signUp();
      const both = await Promise.all([world.signIn(at, 's-8'), world.signIn(at, 's-8')]);
      const users = await Promise.all(both.map(({ session }) => world.userWith(session)));
      expect(users).toEqual(['twice', 'twice']);
    });
  });

  describe('a user', () => {
    it('who was disabled or removed stays so', async () => {
      world.provider.people['d-1'] = { preferred_username: 'gone' };
      const { session } = await world.signIn(signUp(), 'd-1');
      const gone = await world.t.storage.users.findByLogin('gone');
      await world.t.storage.users.update(gone!.id, { isEnabled: false });
      expect(await world.userWith(session)).toBeUndefined();
      expect(await (await world.signIn(signUp(), 'd-1')).answer.text()).toContain('is disabled');
      await world.t.storage.users.delete(gone!.id);
      const again = await world.signIn(signUp(), 'd-1');
      expect(await again.answer.text()).toContain('was removed');
      expect(again.session).toBe('');
      expect(await world.t.storage.users.findByLogin('gone')).toBeNull();
    });

    it('cannot add what belongs to another one, or more than ten', async () => {
      const [first, second] = [await world.t.addUser('first'), await world.t.addUser('second-one')];
      expect(await world.add(first, 'b-1')).toContain('identity=added');
      expect(await world.add(first, 'b-1')).toContain('identity=added');
      expect(await world.add(second, 'b-1')).toContain('identity=taken');
      for (let n = 2; n <= 10; n++) await world.add(first, `b-${n}`);
      expect(await world.add(first, 'b-11')).toContain('identity=too-many');
      const shown = await world.get(
        world.t,
        '/profile?identity=taken',
        await world.t.cookieOf(second),
      );
      expect(await shown.text()).toContain('it belongs to another account here');
    });

    it('adds nothing to the account of another user of the same browser', async () => {
      const [first, second] = [await world.t.addUser('one'), await world.t.addUser('two')];
      const { attempt, to } = await world.beginToAdd(first);
      const back = await providerVisitor().signIn(to, 'o-1');
      const cookie = `${await world.t.cookieOf(second)}; ${attempt}`;
      await world.get(world.t, back.pathname + back.search, cookie);
      expect(await world.t.storage.identities.list(first.id)).toEqual([]);
      expect(await world.t.storage.identities.list(second.id)).toEqual([]);
    });

    it('removes what signs in, but not the last way', async () => {
      const user = await world.t.addUser('leaver');
      await world.add(user, 'l-1');
      await world.add(user, 'l-2');
      const own = await world.t.cookieOf(user);
      const remove = async (subject: string) => {
        const { csrf = '' } = await formOf(await world.get(world.t, '/profile', own));
        const form = { csrf, issuer: `${world.provider.issuer}/`, subject };
        return world.t.send('POST', '/profile/identities/remove', {
          form,
          cookie: own,
          headers: OWN_PAGE,
        });
      };
      expect((await remove('l-1')).headers.get('Location')).toContain('identity=removed');
      expect((await world.signIn(world.t, 'l-1')).session).toBe('');
      expect((await remove('l-2')).headers.get('Location')).toContain('identity=last');
      expect(await world.userWith((await world.signIn(world.t, 'l-2')).session)).toBe('leaver');
    });
  });

  describe('the groups of a person', () => {
    it('decide who may sign in and who is an administrator', async () => {
      const at = world.withRules({
        canSignUp: true,
        groups: ['readers', 'staff'],
        adminGroups: ['staff'],
      });
      world.provider.people['r-1'] = { preferred_username: 'reader', groups: ['readers'] };
      expect((await world.signIn(at, 'r-1')).session).not.toBe('');
      const group = async () => (await world.t.storage.users.findByLogin('reader'))?.group;
      expect(await group()).toBe('user');
      world.provider.people['r-1'] = { preferred_username: 'reader', groups: ['staff'] };
      await world.signIn(at, 'r-1');
      expect(await group()).toBe('admin');
      world.provider.people['r-1'] = { preferred_username: 'reader', groups: 'readers' };
      await world.signIn(at, 'r-1');
      expect(await group()).toBe('user');
      world.provider.people['r-1'] = { preferred_username: 'reader', groups: ['others'] };
      const refused = await world.signIn(at, 'r-1');
      expect(await refused.answer.text()).toContain('none of your groups may use this server');
      expect(refused.session).toBe('');
      const user = await world.t.addUser('no-group');
      world.provider.people['r-2'] = { groups: [] };
      expect(await world.add(user, 'r-2', at)).toContain('identity=not-allowed');
    });

    it('change no role without a rule', async () => {
      const boss = await world.t.addUser('boss', { group: 'admin' });
      await world.add(boss, 'r-3');
      await world.signIn(world.t, 'r-3');
      expect((await world.t.storage.users.find(boss.id))?.group).toBe('admin');
    });
  });
});

describeOnDatabases('a new server with a provider on %s', (database) => {
  it('gives its first account to an administrator only', async () => {
    const world = await startProviderWorld(database, {
      'sso-sign-up': 'on',
      'sso-admin-groups': 'staff',
    });
    const { t, provider, signIn } = world;
    provider.people.u = { preferred_username: 'u' };
    provider.people.a = { preferred_username: 'a', groups: ['staff'] };
    expect(await (await world.get(t, '/login')).text()).toContain('Sign in with House');
    expect(await (await signIn(t, 'u')).answer.text()).toContain(
      'the first one has to be that of an administrator',
    );
    expect((await signIn(t, 'a')).session).not.toBe('');
    expect(await t.storage.users.list()).toMatchObject([{ username: 'a', group: 'admin' }]);
    expect((await signIn(t, 'u')).session).not.toBe('');
    await world.remove();
  });
});
