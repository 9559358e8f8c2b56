import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword } from '../../../server/account/password';
import { challengeOf, hashSecret, isSameSecret, newSecret } from '../../../server/account/secrets';

const PASSWORD = 'correct horse battery';

describe('the stored form of a password', () => {
  it('is Argon2id with its cost and a random salt', async () => {
    const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    // OWASP's minimum in the PHC format, with a salt of 16 bytes and a hash of 32.
    expect(one).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
    expect(other).not.toBe(one);
  });

  it('matches only the right password', async () => {
    const stored = await hashPassword(PASSWORD);
    expect(await isPassword(PASSWORD, stored)).toBe(true);
    for (const other of ['', 'correct horse batter', `${PASSWORD} `, PASSWORD.toUpperCase()]) {
      expect(await isPassword(other, stored)).toBe(false);
    }
  });

  it('matches equal Unicode compositions of the password', async () => {
    expect(await isPassword('Gro\u0308ße', await hashPassword('Gr\u00f6ße'))).toBe(true);
  });

  it('contains its cost, so that hashes of another cost still match', async () => {
    // From the tests of the reference implementation.
    const stored =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await isPassword('password', stored)).toBe(true);
    expect(await isPassword('Password', stored)).toBe(false);
  });

  it.each([[null], [''], [PASSWORD], ['$2b$12$abc'], ['$argon2i$v=19$m=1,t=1,p=1$YQ$YQ']])(
    'matches no password when it is %j',
    async (stored) => {
      expect(await isPassword(PASSWORD, stored)).toBe(false);
      expect(await isPassword('', stored)).toBe(false);
    },
  );
});

describe('a secret', () => {
  it('has 256 random bits and is stored as a hash', () => {
    const secrets = Array.from({ length: 100 }, newSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(hashSecret(secret)).not.toContain(secret.slice(0, 8));
    }
  });

  it.each([
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['abc', 'ab', false],
    ['', 'a', false],
    ['', '', true],
  ])('compares %j with %j as %s', (first, second, isSame) => {
    expect(isSameSecret(first, second)).toBe(isSame);
  });

  it('has the PKCE challenge of the example in RFC 7636', () => {
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });
});
