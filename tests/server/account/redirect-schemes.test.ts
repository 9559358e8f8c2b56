import { describe, expect, it } from 'vitest';
import {
  isPlainElsewhere,
  isSystemScheme,
  isUnknownScheme,
} from '../../../server/account/redirect-schemes';
import { baseAt } from '../../../server/http/base-address';

describe('isSystemScheme', () => {
  it.each([
    'javascript:/alert(1)',
    'file:///etc/passwd',
    'jar:https://app.example/a.jar!/b.html',
    'intent://app.example/',
    'ms-msdt:/id',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop/page.html',
    'moz-extension://0f1e2d3c/page.html',
    'view-source:https://app.example/',
    'vbscript:x',
    'blob:https://app.example/1',
    'mailto:eve@evil.example',
    'ws://127.0.0.1/',
    'javascript.x:/callback',
    'JavaScript.x:/callback',
    'data.x.y:/callback',
    'view-source.x:/callback',
    'google.navigation:q=x',
    'about:blank',
    'intent:x',
    'search-ms:x',
    'safari-extension://x/page.html',
    'x-man-page:ls',
    'itms-services://x',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'feed:javascript:alert(1)',
  ])('refuses %s', (uri) => {
    expect(isSystemScheme(uri)).toBe(true);
  });

  it.each([
    'https://app.example/done',
    'http://127.0.0.1/cb',
    'app:/cb',
    'reading-list:/signed-in',
    'readeck://oauth-callback',
    'com.example.app:/oauth',
  ])('accepts %s', (uri) => {
    expect(isSystemScheme(uri)).toBe(false);
  });
});

describe('isUnknownScheme', () => {
  it.each([
    ['app:/cb', true],
    ['reading-list:/signed-in', true],
    ['readeck://oauth-callback', false],
    ['com.example.app:/oauth', false],
    ['https://app.example/done', false],
    ['http://127.0.0.1/cb', false],
  ])('for %s is %s', (uri, isUnknown) => {
    expect(isUnknownScheme(uri)).toBe(isUnknown);
  });
});

describe('isPlainElsewhere', () => {
  const own = baseAt('http://nas.local:7801', '/read');

  it.each([
    'http://nas.local:7801/read/',
    'http://127.8.9.1:8080/cb',
    'http://[::1]/cb',
    'https://app.example/',
    'app:/cb',
  ])('allows %s', (uri) => {
    expect(isPlainElsewhere(uri, own)).toBe(false);
  });

  it.each([
    'http://nas.local:7801/',
    'http://nas.local:7801/read',
    'http://nas.local:7801/read/?x',
    'http://nas.local:7801/read/profile',
    'http://nas.local/read/',
    'http://localhost:7801/read/',
    'http://127.0.0.1.evil.example/cb',
    'http://127.0.0.1@evil.example/',
    'http://192.168.0.1/cb',
    'http://app.example/',
  ])('refuses %s', (uri) => {
    expect(isPlainElsewhere(uri, own)).toBe(true);
  });
});
