import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPassword } from '../../../server/account/password';
import { hashSecret } from '../../../server/account/secrets';
import { runCli } from '../../../server/cli';
import { MAX_MADE_TOKENS, openStorage, type Storage } from '../../../server/storage';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import { temporaryFolder } from '../../support/temporary-folder';
import { fakeToken } from '../storage/support/rows';

describe('the command line', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('leafmark-cli');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the command line `typed` with `input` on standard input. */
  async function run(typed: string, input = '') {
    const out: string[] = [];
    const messages: string[] = [];
    const terminal = {
      out: (line: string) => void out.push(line),
      say: (line: string) => void messages.push(line),
      readAll: async () => input,
    };
    const code = await runCli(['--data', folder, ...typed.split(' ')], {}, terminal);
    return { code, out: out.join('\n'), messages: messages.join('\n') };
  }

  async function stored<T>(look: (storage: Storage) => Promise<T>): Promise<T> {
    const storage = await openStorage({ database: join(folder, 'leafmark.db') });
    try {
      return await look(storage);
    } finally {
      await storage.close();
    }
  }

  it('creates an account and prints only its password to standard output', async () => {
    const made = await run('user add ada');
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    const user = await stored(({ users }) => users.findByLogin('ada'));
    expect(user?.group).toBe('user');
    expect(await isPassword(made.out, user?.passwordHash ?? null)).toBe(true);
  });

  it('reads the password from standard input and prints none', async () => {
    const made = await run('user add ada --admin --password-stdin', 'a good password');
    expect(made).toMatchObject({ code: 0, out: '' });
    const user = await stored(({ users }) => users.findByLogin('ada'));
    expect(user?.group).toBe('admin');
    expect(await isPassword('a good password', user?.passwordHash ?? null)).toBe(true);
  });

  it.each([
    ['user add', 'Give a name'],
    ['user add a/b', 'A name cannot contain spaces'],
    ['user password nobody', 'There is no account nobody.'],
    ['user remove nobody', 'There is no account nobody.'],
    ['user disable nobody', 'There is no account nobody.'],
    ['token list nobody', 'There is no account nobody.'],
    ['token revoke nothing', 'There is no such token.'],
    ['token add nobody', 'There is no account nobody.'],
  ])('says why "%s" fails', async (typed, words) => {
    const { code, messages, out } = await run(typed);
    expect(code).toBe(1);
    expect(messages).toContain(words);
    expect(out).toBe('');
  });

  it('says why a database file cannot be used', async () => {
    const file = join(folder, 'notes.txt');
    writeFileSync(file, 'This file is not a database. '.repeat(40));
    const { code, messages } = await run(`user list --database sqlite:${file}`);
    expect(code).toBe(1);
    expect(messages).toBe(`The database ${file} cannot be used: file is not a database`);
  });

  it('says why a PostgreSQL database cannot be used, without its password', async () => {
    const { code, messages } = await run(
      'user list --database postgres://ada:secret@127.0.0.1:1/leafmark',
    );
    expect(code).toBe(1);
    expect(messages).toMatch(/^The PostgreSQL database cannot be used: .*ECONNREFUSED/);
    expect(messages).not.toContain('secret');
  });

  it('says that a data folder cannot be created', async () => {
    const file = join(folder, 'notes.txt');
    writeFileSync(file, '');
    const { code, messages } = await run(`user list --database sqlite:${join(file, 'a.db')}`);
    expect(code).toBe(1);
    expect(messages).toMatch(`The folder ${file} cannot be created: `);
  });

  it.each([
    ['serve --data /proc/nope', '/proc/nope'],
    ['serve --data /proc/nope/deeper', '/proc/nope/deeper'],
    ['user list --database sqlite:/proc/nope/a.db', '/proc/nope'],
  ])('ends in a file system where no folder can be created: %s', async (typed, missing) => {
    const { code, messages } = await run(typed);
    expect(code).toBe(1);
    expect(messages).toMatch(`The folder ${missing} cannot be created: `);
  });

  it.each([
    ['user', 'user add NAME'],
    ['token', 'token add NAME'],
    ['fly', 'There is no command fly.'],
    ['user list --loud', "Unknown option '--loud'. --help lists them."],
    ['user list --port x', '--port: "x" is not a port'],
  ])('rejects the invalid command "%s"', async (typed, words) => {
    const { code, messages } = await run(typed);
    expect(code).toBe(2);
    expect(messages).toContain(words);
    expect(messages).not.toContain('positional');
  });

  it('refuses a taken name and a short password', async () => {
    await run('user add ada');
    expect(await run('user add ADA')).toMatchObject({
      code: 1,
      messages: 'That name is taken.',
    });
    const short = await run('user add bob --password-stdin', 'short');
    expect(short).toMatchObject({ code: 1, messages: 'The password needs at least 8 characters.' });
  });

  it('changes a password and ends the sessions', async () => {
    const { out: first } = await run('user add ada');
    const { out: second } = await run('user password ada');
    expect(second).not.toBe(first);
    const user = await stored(({ users }) => users.findByLogin('ada'));
    expect(await isPassword(second, user?.passwordHash ?? null)).toBe(true);
    expect(await isPassword(first, user?.passwordHash ?? null)).toBe(false);
  });

  it('changes a password and revokes the tokens on request', async () => {
    await run('user add ada');
    const { out: token } = await run('token add ada');
    const isGood = () =>
      stored(async ({ tokens }) => (await tokens.authenticate(hashSecret(token))) !== null);
    const startSession = () =>
      stored(async ({ users, sessions }) => {
        const user = await users.findByLogin('ada');
        const expires = unixMs(Date.now() + DAY_MS);
        await sessions.create({ hash: 'session', userId: user!.id, expires });
      });
    const hasSession = () =>
      stored(async ({ sessions }) => (await sessions.find('session')) !== null);
    await startSession();
    expect((await run('user password ada')).messages).toContain(
      'Apps and tokens still have access',
    );
    expect([await hasSession(), await isGood()]).toEqual([false, true]);
    await startSession();
    expect((await run('user password ada --revoke-tokens')).messages).toContain('token is revoked');
    expect([await hasSession(), await isGood()]).toEqual([false, false]);
  });

  it('disables an account with its tokens and sessions and enables it again', async () => {
    await run('user add ada');
    const { out: token } = await run('token add ada');
    const user = await stored(({ users }) => users.findByLogin('ada'));
    const expires = unixMs(Date.now() + DAY_MS);
    await stored(({ sessions }) => sessions.create({ hash: 's', userId: user!.id, expires }));
    const tryAccess = () =>
      stored(async ({ tokens, sessions }) => [
        (await tokens.authenticate(hashSecret(token))) !== null,
        (await sessions.find('s')) !== null,
      ]);
    expect(await tryAccess()).toEqual([true, true]);
    expect(await run('user disable ada')).toMatchObject({ code: 0, out: '' });
    expect(await tryAccess()).toEqual([false, false]);
    expect((await run('user list')).out).toBe('ada\tuser\t\tdisabled');
    expect((await run('user enable ada')).code).toBe(0);
    // The session has ended, and the right password starts a new one.
    expect(await tryAccess()).toEqual([true, false]);
    expect((await run('user list')).out).toBe('ada\tuser');
  });

  it('lets somebody of the provider or the proxy sign in to an account, also after its removal', async () => {
    await run('user add ada');
    await run('user add grace');
    const provider =
      '--oidc-issuer https://auth.example.org --oidc-client-id x --base-url https://a.b';
    const linked = await run(`user link ada a-1 ${provider}`);
    expect(linked).toMatchObject({ code: 0, out: '' });
    expect(linked.messages).toContain(
      'a-1 of https://auth.example.org/ signs in to the account ada',
    );
    const userOf = (issuer: string, subject: string) =>
      stored(async ({ users, identities }) => {
        const { userId } = (await identities.find({ issuer, subject }))!;
        return userId && (await users.find(userId))?.username;
      });
    expect(await userOf('https://auth.example.org/', 'a-1')).toBe('ada');
    await run('user remove ada');
    expect(await userOf('https://auth.example.org/', 'a-1')).toBeNull();
    await run(`user link grace a-1 ${provider}`);
    expect(await userOf('https://auth.example.org/', 'a-1')).toBe('grace');
    await run('user link grace g --user-header Remote-User --user-header-from 10.0.0.1');
    expect(await userOf('proxy', 'g')).toBe('grace');
    expect((await run(`user link nobody a ${provider}`)).messages).toContain('no account nobody');
    expect((await run(`user link grace ${provider}`)).messages).toContain('Give the subject');
    expect((await run('user link grace a')).messages).toContain('Set --oidc-issuer');
  });

  it('lists the tokens of an account, and revokes one by its id', async () => {
    await run('user add ada');
    await run('user add bob');
    const { out: kept } = await run('token add ada --application e-reader');
    const { out: lost } = await run('token add ada --role bookmarks:read --role profile:read');
    await run('token add bob');
    await stored(async ({ users, tokens }) => {
      const ada = await users.findByLogin('ada');
      const name = 'An app\nthat\tlies';
      await tokens.create(fakeToken({ userId: ada!.id, hash: 'h', kind: 'oauth', name }));
    });
    const listed = (await run('token list ada')).out.split('\n').map((line) => line.split('\t'));
    expect(listed.map(([, ...rest]) => rest).toSorted()).toEqual([
      ['api', 'command line', 'bookmarks:read profile:read', 'never used'],
      ['api', 'e-reader', 'everything', 'never used'],
      ['oauth', 'An app that lies', 'everything', 'never used'],
    ]);
    const id = listed.find(([, , name]) => name === 'command line')?.[0];
    expect((await run(`token revoke ${id}`)).code).toBe(0);
    const isGood = (token: string) =>
      stored(async ({ tokens }) => (await tokens.authenticate(hashSecret(token))) !== null);
    expect([await isGood(kept), await isGood(lost)]).toEqual([true, false]);
    expect((await run(`token revoke ${id}`)).code).toBe(1);
  });

  it('lists and removes accounts', async () => {
    await run('user add bob');
    await run('user add ada --admin');
    expect((await run('user list')).out).toBe('ada\tadmin\nbob\tuser');
    expect((await run('user remove bob')).code).toBe(0);
    expect((await run('user list')).out).toBe('ada\tadmin');
  });

  it('creates a valid token, restricted on request', async () => {
    await run('user add ada');
    const { code, out } = await run('token add ada --application reader --role bookmarks:read');
    expect(code).toBe(0);
    const found = await stored(({ tokens }) => tokens.authenticate(hashSecret(out)));
    expect(found).toMatchObject({
      user: { username: 'ada' },
      token: { name: 'reader', roles: ['bookmarks:read'] },
    });
    expect((await run('token add ada --role everything')).code).toBe(2);
  });

  it('refuses one token more than the limit, and says what to do', async () => {
    await run('user add ada');
    await stored(async ({ users, tokens }) => {
      const ada = await users.findByLogin('ada');
      for (let n = 0; n < MAX_MADE_TOKENS; n += 1)
        await tokens.create(fakeToken({ userId: ada!.id, hash: `${n}` }));
    });
    const { code, messages } = await run('token add ada');
    expect(code).toBe(1);
    expect(messages).toContain('Revoke one first');
  });

  it('writes a backup that another database can be restored from', async () => {
    await run('user add ada');
    const file = join(folder, 'kept.backup');
    expect(await run(`backup ${file}`)).toMatchObject({ code: 0, out: file });
    await run('user add bob');

    expect(await run(`restore ${file}`)).toMatchObject({ code: 1 });
    expect((await run('user list')).out).toBe('ada\tuser\nbob\tuser');
    expect((await run(`restore ${file} --replace`)).code).toBe(0);
    expect((await run('user list')).out).toBe('ada\tuser');
  });

  it.each([
    ['backup', 2, 'backup FILE'],
    ['restore', 2, 'restore FILE'],
    ['restore /nowhere/at-all', 1, 'not a backup of Leafmark. Nothing was changed.'],
    ['backup /nowhere/at-all', 1, 'no such file or directory'],
  ])('says why "%s" fails with exit code %i', async (typed, wanted, words) => {
    const { code, messages } = await run(typed);
    expect(code).toBe(wanted);
    expect(messages).toContain(words);
  });

  it('prints its help', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    for (const word of ['user add', 'token add', '--port', 'LEAFMARK_BASE_URL']) {
      expect(out).toContain(word);
    }
  });
});
