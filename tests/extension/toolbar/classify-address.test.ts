import { describe, expect, it } from 'vitest';
import { classifyAddress, reasonForRefusal } from '../../../src/extension/toolbar/tab-page';
import { OWN_ORIGIN } from '../support/fake-extension';

describe('classifyAddress', () => {
  it.each([
    '',
    'about:blank',
    'about:newtab',
    'about:home',
    'about:privatebrowsing',
    'chrome://newtab/',
    'chrome://new-tab-page/',
    'edge://newtab/',
    'chrome-search://local-ntp/local-ntp.html',
    `${OWN_ORIGIN}library.html#/read/b1`,
    'data:text/html,<p>hello',
    'blob:https://example.org/8a1f',
    'javascript:void(0)',
    'view-source:https://example.org/',
  ])('finds nothing to save at %s', (address) => {
    expect(classifyAddress(address, OWN_ORIGIN)).toEqual({ kind: 'nothing' });
  });

  it.each([
    'about:config',
    'about:preferences#privacy',
    'chrome://settings/',
    'edge://extensions/',
    'moz-extension://somebody-else/page.html',
    'chrome-extension://somebodyelse/page.html',
  ])('returns the address of %s, where no script can run', (url) => {
    expect(classifyAddress(url, OWN_ORIGIN)).toEqual({
      kind: 'closed',
      url,
      reason: 'browser-page',
    });
  });

  it("returns the page that Firefox's reader view shows", () => {
    const reader = `about:reader?url=${encodeURIComponent('https://example.org/a?b=1')}`;
    expect(classifyAddress(reader, OWN_ORIGIN)).toEqual({
      kind: 'closed',
      url: 'https://example.org/a?b=1',
      reason: 'browser-page',
    });
  });

  it.each([
    'https://example.org/',
    'http://localhost:3000/',
    'file:///home/ann/page.html',
    'https://addons.mozilla.org/',
  ])('tries to capture %s', (url) => {
    expect(classifyAddress(url, OWN_ORIGIN)).toEqual({ kind: 'open', url });
  });
});

describe('reasonForRefusal', () => {
  it.each([
    ['https://chromewebstore.google.com/detail/x', 'extension-store'],
    ['https://chrome.google.com/webstore/category/extensions', 'extension-store'],
    ['https://addons.mozilla.org/en-US/firefox/', 'extension-store'],
    ['https://microsoftedge.microsoft.com/addons/x', 'extension-store'],
    ['https://chrome.google.com/docs', 'no-access'],
    ['https://example.org/paper.PDF?x=1', 'pdf'],
    ['file:///home/ann/paper.pdf', 'file'],
    ['https://example.org/', 'no-access'],
  ])('returns the reason for %s: %s', (url, reason) => {
    expect(reasonForRefusal(url)).toBe(reason);
  });
});
