import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { helpText, readArguments } from '../../../server/commands/arguments';
import { readConfig } from '../../../server/config/config';
import { isPublicIp, parseNetworks } from '../../../server/config/networks';
import { temporaryFolder } from '../../support/temporary-folder';

/** Returns the configuration of these flags. */
function configOf(flags: Record<string, string> = {}) {
  const config = readConfig(flags, {});
  if (!config.ok) throw new Error(config.error.join('\n'));
  return config.value;
}

describe('the configuration', () => {
  it('has a default for every setting', () => {
    const config = configOf();
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8000, baseUrl: null, mail: null });
    expect(config.database).toEqual({ kind: 'sqlite', file: `${config.dataDir}/leafmark.db` });
    expect(config).toMatchObject({
      maxPageBytes: 128 * 1024 ** 2,
      maxImportBytes: 100 * 1024 ** 2,
    });
    expect(config).toMatchObject({ deletionDelayMs: 20_000, shareLifetimeMs: 86_400_000 });
  });

  it('prefers a flag to its variable and ignores an empty variable', () => {
    const variables = {
      LEAFMARK_PORT: '1',
      LEAFMARK_HOST: '',
      LEAFMARK_BASE_URL: 'https://a.b/c/',
    };
    const config = readConfig({ port: '2' }, variables);
    expect(config).toMatchObject({ ok: true, value: { port: 2, host: '127.0.0.1' } });
    expect(config.ok && config.value.baseUrl?.href).toBe('https://a.b/c');
  });

  it.each([
    ['port', '65536'],
    ['port', '-1'],
    ['port', '1e3'],
    ['host', 'http://here'],
    ['database', 'mysql://here'],
    ['base-url', 'ftp://here'],
    ['base-url', 'https://here/?x'],
    ['base-url', '/path'],
    ['trusted-proxy', '10.0.0.0/33'],
    ['trusted-proxy', 'proxy'],
    ['password-sign-in', 'maybe'],
    ['client-uri-lookup', 'none'],
    ['mail-server', 'http://mail'],
    ['mail-from', 'nobody'],
    ['max-page-size', '50 horses'],
    ['max-page-size', '0'],
    ['deletion-delay', 'soon'],
    ['log-level', 'loud'],
    ['passwords', 'maybe'],
    ['oidc-issuer', 'auth.example.org'],
    ['oidc-issuer', 'http://auth.example.org'],
    ['oidc-issuer', 'https://auth.example.org/?x'],
    ['oidc-client-secret-file', '/nowhere/secret'],
    ['oidc-name', 'x'.repeat(201)],
    ['user-header', 'Remote User'],
    ['user-header-from', 'proxy'],
    ['proxy-sign-out', 'auth.example.org'],
    ['sso-sign-up', 'auto'],
    ['sso-link', 'email'],
  ])('refuses --%s %s with an explanation', (flag, value) => {
    const config = readConfig({ [flag]: value }, {});
    expect(config.ok).toBe(false);
    if (config.ok) return;
    expect(config.error).toHaveLength(1);
    expect(config.error[0]).toMatch(new RegExp(`^--${flag}: ".*" is not .+`));
  });

  it('reports all invalid settings at once, by the name in use', () => {
    const config = readConfig({ port: 'x' }, { LEAFMARK_LOG_LEVEL: 'x' });
    expect(config).toEqual({
      ok: false,
      error: [
        '--port: "x" is not a port from 0 to 65535',
        'LEAFMARK_LOG_LEVEL: "x" is not error, warn, info or debug',
      ],
    });
  });

  it('does not print the password of a database', () => {
    const config = readConfig({ database: 'postgres://me:hunter2@[bad' }, {});
    expect(JSON.stringify(config)).not.toContain('hunter2');
  });

  it('has the secret of a provider only in a variable or a file, and never prints it', () => {
    const file = join(temporaryFolder('leafmark-secret'), 'secret');
    writeFileSync(file, 'hunter2\n');
    const flags = {
      'base-url': 'https://leafmark.example.org',
      'oidc-issuer': 'https://auth.example.org/realms/home',
      'oidc-client-id': 'leafmark',
    };
    const secretOf = (more: object, variables = {}) => {
      const config = readConfig({ ...flags, ...more }, variables);
      return config.ok ? config.value.oidc?.clientSecret : config.error.join();
    };
    const variables = { LEAFMARK_OIDC_CLIENT_SECRET: 'hunter2' };
    expect(secretOf({}, variables)).toBe('hunter2');
    expect(secretOf({ 'oidc-client-secret-file': file })).toBe('hunter2');
    expect(secretOf({})).toBe('');
    const twice = secretOf({ 'oidc-client-secret-file': file }, variables);
    expect(twice).toBe('--oidc-client-secret-file: the secret is given twice');
    const long = secretOf({}, { LEAFMARK_OIDC_CLIENT_SECRET: 'hunter2'.repeat(1000) });
    expect(long).toMatch(/^LEAFMARK_OIDC_CLIENT_SECRET: its value is not/);
    const typed = readArguments(['--oidc-client-secret', 'hunter2'], {});
    expect(typed).toMatchObject({ ok: false, error: [expect.stringContaining('Unknown option')] });
    expect(helpText()).toContain('LEAFMARK_OIDC_CLIENT_SECRET');
    expect(helpText()).not.toContain('--oidc-client-secret ');
  });

  it.each([
    ['oidc-issuer', { 'oidc-issuer': 'https://auth.example.org', 'base-url': 'https://a.b' }],
    ['oidc-issuer', { 'oidc-issuer': 'https://auth.example.org', 'oidc-client-id': 'x' }],
    ['user-header', { 'user-header': 'Remote-User' }],
    ['user-header', { 'user-header-from': '10.0.0.1' }],
    ['passwords', { passwords: 'off' }],
  ])('refuses --%s without what it needs', (flag, flags) => {
    const config = readConfig(flags, {});
    expect(config).toEqual({ ok: false, error: [expect.stringMatching(`^--${flag}: .+ need`)] });
  });

  it.each([
    ['127.0.0.1', '', true],
    ['localhost', '', true],
    ['::1', '', true],
    ['192.168.1.10', '', true],
    ['fd00::1', '', true],
    ['0.0.0.0', '', false],
    ['::', '', false],
    ['93.184.216.34', '', false],
    ['server.example', '', false],
    // The proxy runs on the same machine.
    ['127.0.0.1', 'https://leafmark.example.org', false],
    ['127.0.0.1', 'https://leafmark.lan', true],
    ['127.0.0.1', 'http://192.168.1.10:8000', true],
  ])('at %s with %s allows passwords and metrics: %s', (host, baseUrl, isOn) => {
    const config = configOf({ host, 'base-url': baseUrl });
    expect(config).toMatchObject({ hasPasswordSignIn: isOn, hasMetrics: isOn });
    expect(configOf({ host, 'password-sign-in': 'on' }).hasPasswordSignIn).toBe(true);
    expect(configOf({ host, 'password-sign-in': 'off' }).hasPasswordSignIn).toBe(false);
    const header = { 'user-header': 'Remote-User', 'user-header-from': '10.0.0.1' };
    const without = configOf({ host, 'password-sign-in': 'on', passwords: 'off', ...header });
    expect(without).toMatchObject({ hasPasswordSignIn: false, hasPasswords: false });
  });

  it('resolves the addresses of apps except on loopback', () => {
    expect(configOf().clientUriLookup).toBe('syntax');
    expect(configOf({ host: '192.168.1.10' }).clientUriLookup).toBe('resolve');
    expect(configOf({ 'client-uri-lookup': 'resolve' }).clientUriLookup).toBe('resolve');
  });
});

describe('configured networks', () => {
  it('contain their addresses in every notation', () => {
    const networks = parseNetworks(['10.0.0.0/8', '2001:db8::/32', '192.168.1.1']);
    const has = ['10.1.2.3', '::ffff:10.1.2.3', '2001:DB8::1', '192.168.1.1'];
    const hasNot = ['11.0.0.1', '2001:db9::1', '192.168.1.2', 'proxy', ''];
    expect(has.filter((address) => networks?.has(address))).toEqual(has);
    expect(hasNot.filter((address) => networks?.has(address))).toEqual([]);
  });

  it.each([
    ['93.184.216.34', true],
    ['2606:2800:220:1::1', true],
    ['10.0.0.1', false],
    ['169.254.169.254', false],
    ['::ffff:127.0.0.1', false],
    ['fe80::1%eth0', false],
    ['64:ff9b::a00:1', false],
    ['::', false],
    ['name', false],
  ])('say for %s whether it is public: %s', (address, isPublic) => {
    expect(isPublicIp(address)).toBe(isPublic);
  });
});
