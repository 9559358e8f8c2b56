import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isPassword } from '../../server/auth/password';
import { hashSecret } from '../../server/auth/secrets';
import { runCli } from '../../server/cli';
import { openStorage, type Storage } from '../../server/storage';

describe('the command line', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'leafmark-cli-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs `typed` as a person would, with `input` piped in. */
  async function run(typed: string, input = '') {
    const out: string[] = [];
    const said: string[] = [];
    const terminal = {
      out: (line: string) => void out.push(line),
      say: (line: string) => void said.push(line),
      readAll: async () => input,
    };
    const code = await runCli([...typed.split(' '), '--data', folder], {}, terminal);
    return { code, out: out.join('\n'), said: said.join('\n') };
  }

  async function stored<T>(look: (storage: Storage) => Promise<T>): Promise<T> {
    const storage = await openStorage({ database: join(folder, 'leafmark.db') });
    try {
      return await look(storage);
    } finally {
      await storage.close();
    }
  }

  it('makes an account and prints its password, and nothing else, to be piped', async () => {
    const made = await run('user add ada');
    expect(made.code).toBe(0);
    expect(made.out).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    const user = await stored(({ users }) => users.findByLogin('ada'));
    expect(user?.group).toBe('user');
    expect(await isPassword(made.out, user?.passwordHash ?? null)).toBe(true);
  });

  it('takes the password from a pipe, and prints none', async () => {
    const made = await run('user add ada --admin --password-stdin', 'a good password');
    expect(made).toMatchObject({ code: 0, out: '' });
    const user = await stored(({ users }) => users.findByLogin('ada'));
    expect(user?.group).toBe('admin');
    expect(await isPassword('a good password', user?.passwordHash ?? null)).toBe(true);
  });

  it.each([
    ['user add', 'Which name?'],
    ['user add a/b', 'A name has no blanks'],
    ['user password nobody', 'There is no account nobody.'],
    ['user remove nobody', 'There is no account nobody.'],
    ['token add nobody', 'There is no account nobody.'],
  ])('says why %s can not be done', async (typed, words) => {
    const { code, said, out } = await run(typed);
    expect(code).toBe(1);
    expect(said).toContain(words);
    expect(out).toBe('');
  });

  it.each([
    ['user', 'user add NAME'],
    ['token', 'token add NAME'],
    ['fly', 'There is no command fly.'],
    ['user list --loud', "Unknown option '--loud'. --help lists them."],
    ['user list --port x', '--port: "x" is not a port'],
  ])('does not understand %s', async (typed, words) => {
    const { code, said } = await run(typed);
    expect(code).toBe(2);
    expect(said).toContain(words);
    expect(said).not.toContain('positional');
  });

  it('refuses a second account of one name, and a short password', async () => {
    await run('user add ada');
    expect(await run('user add ADA')).toMatchObject({
      code: 1,
      said: 'Somebody has that name already.',
    });
    const short = await run('user add bob --password-stdin', 'short');
    expect(short).toMatchObject({ code: 1, said: 'The password needs at least 8 characters.' });
  });

  it('gives an account a new password, and ends its sessions', async () => {
    const { out: first } = await run('user add ada');
    const { out: second } = await run('user password ada');
    expect(second).not.toBe(first);
    const user = await stored(({ users }) => users.findByLogin('ada'));
    expect(await isPassword(second, user?.passwordHash ?? null)).toBe(true);
    expect(await isPassword(first, user?.passwordHash ?? null)).toBe(false);
  });

  it('lists accounts and removes them', async () => {
    await run('user add bob');
    await run('user add ada --admin');
    expect((await run('user list')).out).toBe('ada\tadmin\nbob\tuser');
    expect((await run('user remove bob')).code).toBe(0);
    expect((await run('user list')).out).toBe('ada\tadmin');
  });

  it('makes a token that is good, restricted where that is asked for', async () => {
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

  it('backs up what another database is restored from', async () => {
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
  ])('says why %s can not be done (%i)', async (typed, wanted, words) => {
    const { code, said } = await run(typed);
    expect(code).toBe(wanted);
    expect(said).toContain(words);
  });

  it('explains itself', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    for (const word of ['user add', 'token add', '--port', 'LEAFMARK_BASE_URL']) {
      expect(out).toContain(word);
    }
  });
});
