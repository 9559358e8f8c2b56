import { describe, expect, it } from 'vitest';
import { siteOf, urlKey, withoutDefaultPort } from '../../src/domain/url-identity';
import { isWebAddress } from '../../src/domain/web-address';

describe('urlKey', () => {
  it.each([
    ['scheme and host in any case', 'HTTPS://Example.COM/Path', 'https://example.com/Path'],
    ['http on its default port', 'http://example.com/a', 'https://example.com/a'],
    ['http with port 80 written out', 'http://example.com:80/a', 'https://example.com/a'],
    ['https with port 443 written out', 'https://example.com:443/a', 'https://example.com/a'],
    ['a final dot of the host', 'https://example.com./a', 'https://example.com/a'],
    ['a host with several final dots, which is another', 'https://5../a', 'https://5../a'],
    ['an international host', 'https://bücher.example/a', 'https://xn--bcher-kva.example/a'],
    ['user name and password', 'https://ann:secret@example.com/a', 'https://example.com/a'],
    ['no path', 'https://example.com', 'https://example.com/'],
    ['a slash at the end', 'https://example.com/a/', 'https://example.com/a'],
    ['several slashes at the end', 'https://example.com/a//', 'https://example.com/a'],
    ['a slash before the query', 'https://example.com/a/?b=1', 'https://example.com/a?b=1'],
    ['dot segments', 'https://example.com/a/./b/../c', 'https://example.com/a/c'],
    ['escapes in lower case', 'https://example.com/caf%c3%a9', 'https://example.com/caf%C3%A9'],
    ['letters without escapes', 'https://example.com/café', 'https://example.com/caf%C3%A9'],
    ['escapes that nothing needs', 'https://example.com/%7Eann/%61', 'https://example.com/~ann/a'],
    ['an escaped at sign', 'https://example.com/%40ann', 'https://example.com/@ann'],
    [
      'an escaped apostrophe',
      'https://example.com/o%27hara?q=%27',
      "https://example.com/o'hara?q='",
    ],
    ['white space around it', '  https://example.com/a\n', 'https://example.com/a'],
    ['a fragment', 'https://example.com/a#section-2', 'https://example.com/a'],
    ['a text fragment', 'https://example.com/a#:~:text=words', 'https://example.com/a'],
    ['the start of a routed page', 'https://example.com/app#/', 'https://example.com/app'],
    ['an empty query', 'https://example.com/a?', 'https://example.com/a'],
    ['parameters in any order', 'https://example.com/?b=2&a=1', 'https://example.com/?a=1&b=2'],
    ['a plus sign for a space', 'https://example.com/?q=a+b', 'https://example.com/?q=a%20b'],
    ['empty pieces of a query', 'https://example.com/?&a=1&&', 'https://example.com/?a=1'],
    [
      'campaign parameters',
      'https://example.com/a?utm_source=x&UTM_Term=y',
      'https://example.com/a',
    ],
    ['click ids', 'https://example.com/a?fbclid=1&gclid=2&id=7', 'https://example.com/a?id=7'],
    ['mail ids', 'https://example.com/a?mc_cid=1&mc_eid=2&_hsenc=3', 'https://example.com/a'],
    ['tracking names in escapes', 'https://example.com/a?%75tm_id=1', 'https://example.com/a'],
    [
      'the share id of a video',
      'https://www.youtube.com/watch?v=abc&si=xyz',
      'https://www.youtube.com/watch?v=abc',
    ],
  ])('treats these addresses as the same page: %s', (_case, address, key) => {
    expect(urlKey(address)).toBe(key);
  });

  it.each([
    ['path in another case', 'https://example.com/A', 'https://example.com/a'],
    ['with and without www.', 'https://www.example.com/', 'https://example.com/'],
    ['another port', 'https://example.com:8443/', 'https://example.com/'],
    ['http and https on a port of their own', 'http://localhost:3000/', 'https://localhost:3000/'],
    ['another route', 'https://example.com/#/inbox', 'https://example.com/#/sent'],
    ['a hashbang route', 'https://example.com/#!/inbox', 'https://example.com/'],
    ['a parameter without a value', 'https://example.com/?a', 'https://example.com/?a=1'],
    ['a literal plus sign', 'https://example.com/?q=a%2Bb', 'https://example.com/?q=a+b'],
    ['an escaped slash', 'https://example.com/a%2Fb', 'https://example.com/a/b'],
    [
      'values of one name in another order',
      'https://a.example/?x=1&x=2',
      'https://a.example/?x=2&x=1',
    ],
    ['bytes of a legacy encoding', 'https://a.example/?q=%83A', 'https://a.example/?q=%83B'],
    [
      'ref, where a site chooses by it',
      'https://a.example/?ref=main',
      'https://a.example/?ref=dev',
    ],
    ['si, where it is no share id', 'https://a.example/?si=1', 'https://a.example/?si=2'],
    ['a time in a video', 'https://youtu.be/abc?t=10', 'https://youtu.be/abc?t=20'],
  ])('treats these addresses as different pages: %s', (_case, one, other) => {
    expect(urlKey(one)).not.toBe(urlKey(other));
  });

  it.each([
    ['chrome://Settings/appearance', 'chrome://settings/appearance'],
    ['about:config', 'about:config'],
    ['file:///home/ann/page.html#top', 'file:///home/ann/page.html'],
  ])('returns a key for a place that is not on the web: %s', (address, key) => {
    expect(urlKey(address)).toBe(key);
  });

  it.each([
    '',
    'example.com/a',
    '/a',
    'localhost:3000',
    'https://',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://example.com/1',
    'mailto:ann@example.com',
  ])("returns null for an address that a tab can't return to: %s", (address) => {
    expect(urlKey(address)).toBeNull();
  });
});

describe('siteOf', () => {
  it.each([
    ['https://www.Example.com:8080/a', 'example.com'],
    ['https://news.example.com/', 'news.example.com'],
    ['https://www.bücher.example./', 'xn--bcher-kva.example'],
    ['https://www./', 'www'],
    ['about:blank', ''],
    ['no address', ''],
  ])('returns for %s the site %s', (address, site) => {
    expect(siteOf(address)).toBe(site);
  });
});

describe('isWebAddress', () => {
  it.each([
    ['https://example.com', true],
    ['HTTP://example.com', true],
    ['file:///a', false],
    ['javascript:alert(1)', false],
    ['//example.com/a', false],
    ['', false],
  ])('returns for %s the value %s', (address, expected) => {
    expect(isWebAddress(address)).toBe(expected);
  });
});

describe('withoutDefaultPort', () => {
  it.each([
    ['https://münchen.example:443/a', 'https://münchen.example/a'],
    ['HTTPS://a.org:443', 'HTTPS://a.org'],
    ['http://a.org:80?b', 'http://a.org?b'],
    ['https://[::1]:443/', 'https://[::1]/'],
    ['https://a.org:80/', 'https://a.org:80/'],
    ['http://a.org:443/', 'http://a.org:443/'],
    ['https://a.org:4430/', 'https://a.org:4430/'],
    ['https://ann:443@a.org/x:443', 'https://ann:443@a.org/x:443'],
    ['https://a.org/?:443', 'https://a.org/?:443'],
  ])('converts %s to %s', (url, expected) => {
    expect(withoutDefaultPort(url)).toBe(expected);
  });
});
