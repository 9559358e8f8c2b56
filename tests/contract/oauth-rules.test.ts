import { describe, expect, it } from 'vitest';
import {
  clientError,
  decodeForm,
  formatScopes,
  isAllowedRedirect,
  MAX_LOGO_LENGTH,
  normaliseUserCode,
  oauthClientCreate,
  oauthClientRules,
  oauthTokenCreate,
  oauthTokenRules,
  parseScopes,
  readJsonForm,
  requestError,
  tokenRequest,
} from '../../src/contract/index';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg';

const client = {
  client_name: 'App',
  client_uri: 'https://app.example/',
  software_id: '0b1c',
  software_version: '1',
  redirect_uris: ['https://app.example/done'],
};
const register = (change: object) => {
  const source = readJsonForm(JSON.stringify({ ...client, ...change }))!;
  const decoded = decodeForm(oauthClientCreate, source, oauthClientRules);
  return decoded.ok ? decoded.value : clientError(decoded.error);
};

describe('isAllowedRedirect', () => {
  it.each([
    'https://app.example/done?x=1',
    'http://127.0.0.1/cb',
    'http://127.8.9.1:8080',
    'http://[::1]:1234/cb',
    // The server takes plain http only for itself.
    'http://localhost:8000/',
    'http://nas.local:7801/',
    'com.example.app:/oauth',
    'org.example:/',
    'org.my-app:/callback',
    'xn--p1ai.example:/callback',
    'readeck://oauth-callback',
    'readeck://oauth/callback',
    'mydeck://oauth-callback',
    'app:/cb',
    'app://cb',
    'APP:cb',
    'reading-list:/signed-in',
    'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/',
    'https://0f1e2d3c.extensions.allizom.org/',
    'https://[2001:db8::1]:8443/back',
    'https://app.example/a;b,c?d=;,',
  ])('accepts %s', (uri) => {
    expect(isAllowedRedirect(uri)).toBe(true);
  });

  it.each([
    '',
    '/done',
    'https:///done',
    'http://127.0.0.1@evil.example/',
    'https://app.example/#token',
    ':/x',
    'intent://app.example/#Intent;end',
    'web+app:/cb',
    'c:/windows',
    'my-app.org:/callback',
    'x-apple.systempreferences:com.apple.preference.security',
    'X-Apple.SystemPreferences:x',
    'web+a.b:/callback',
    'a.example:/callback',
    'm2.example:/callback',
    'com.:/callback',
    'com..example:/callback',
    'java\nscript:alert(1)',
    'https://app.example/ back',
    'https://evil.example;script-src/',
    'http://evil.example;script-src/',
    'https://evil.example,default-src/',
    'https://*/',
    'https://*.example/',
    "https://a'b.example/",
    'https://somebody@app.example/',
    'https:\\\\evil.example',
    'https:evil.example',
  ])('rejects %j', (uri) => {
    expect(isAllowedRedirect(uri)).toBe(false);
  });
});

describe('the registration of a client', () => {
  it('has default values', () => {
    expect(register({})).toMatchObject({
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
      token_endpoint_auth_method: 'none',
      response_types: ['code'],
    });
  });

  it('requires redirect addresses for the code grant only', () => {
    expect(register({ redirect_uris: [] })).toMatchObject({ error: 'invalid_redirect_uri' });
    const grant_types = ['urn:ietf:params:oauth:grant-type:device_code'];
    expect(register({ redirect_uris: [], grant_types })).toMatchObject({ grant_types });
  });

  it.each([
    ['client_uri', { client_uri: 'http://app.example/' }, 'invalid client URI'],
    ['client_name', { client_name: ' ' }, 'field is required'],
    ['logo_uri', { logo_uri: 'https://app.example/logo.png' }, 'invalid value'],
    ['logo_uri', { logo_uri: 'data:image/png;base64,R0lGODlh' }, 'invalid value'],
    [
      'logo_uri',
      { logo_uri: `data:image/png;base64,${PNG}`.padEnd(MAX_LOGO_LENGTH + 1, 'A') },
      'text must contain at most 8192 characters',
    ],
    ['token_endpoint_auth_method', { token_endpoint_auth_method: 'x' }, 'x is not one of none'],
    ['response_types', { response_types: ['token'] }, 'token is not one of code'],
    ['software_version', { software_version: 1 }, 'invalid value'],
  ])('is rejected with the name of the field when %s is invalid', (field, change, message) => {
    expect(register(change)).toEqual({
      error: 'invalid_client_metadata',
      error_description: `error on field "${field}": ${message}`,
    });
  });

  it('is rejected for its redirect addresses first', () => {
    expect(register({ client_name: '', redirect_uris: ['web+app:/'] })).toEqual({
      error: 'invalid_redirect_uri',
      error_description: expect.stringContaining('invalid URL'),
    });
  });

  it.each([PNG, `${PNG}==`])('accepts a logo with and without padding', (base64) => {
    expect(register({ logo_uri: `data:image/png;base64,${base64}` })).toHaveProperty('logo_uri');
  });
});

describe('the request for a token', () => {
  const ask = (data: object) => {
    const decoded = decodeForm(
      oauthTokenCreate,
      readJsonForm(JSON.stringify(data))!,
      oauthTokenRules,
    );
    return decoded.ok ? tokenRequest(decoded.value) : requestError(decoded.error);
  };

  it('contains the fields of its grant', () => {
    expect(ask({ grant_type: 'authorization_code', code: 'c', code_verifier: 'v' })).toEqual({
      grant: 'authorization_code',
      code: 'c',
      verifier: 'v',
    });
    const grant = 'urn:ietf:params:oauth:grant-type:device_code';
    expect(ask({ grant_type: grant, device_code: 'd', client_id: 'i' })).toEqual({
      grant,
      deviceCode: 'd',
      clientId: 'i',
    });
  });

  it.each([
    [{ grant_type: 'authorization_code', code: 'c' }, 'code_verifier'],
    [{ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id: 'i' }, 'device_code'],
    [{}, 'grant_type'],
  ])('is rejected when %j lacks %s', (data, field) => {
    expect(ask(data)).toEqual({
      error: 'invalid_request',
      error_description: `error on field "${field}": field is required`,
    });
  });
});

describe('parseScopes', () => {
  it('returns each scope once and sorted, apart from unknown words', () => {
    expect(parseScopes(' profile:read bookmarks:read  bookmarks:read admin:read')).toEqual({
      scopes: ['bookmarks:read', 'profile:read'],
      unknown: ['admin:read'],
    });
    expect(formatScopes(['profile:read', 'bookmarks:read', 'profile:read'])).toBe(
      'bookmarks:read profile:read',
    );
  });
});

describe('normaliseUserCode', () => {
  it('returns the same code for any way to type it', () => {
    expect(normaliseUserCode(' bcdf-ghjk ')).toBe('BCDFGHJK');
  });
});
