import { describe, expect, it } from 'vitest';
import {
  isErrorPageRefusal,
  readTab,
  showsErrorPage,
} from '../../../src/extension/toolbar/tab-page';
import { OWN_ORIGIN } from '../support/fake-extension';

const ICON = 'chrome://global/skin/icons/info.svg';

describe('showsErrorPage', () => {
  it.each([
    [ICON, true],
    ['chrome://global/skin/icons/warning.svg', true],
    ['https://example.org/chrome://global/skin/icon.svg', false],
    ['data:image/png;base64,AA', false],
    [undefined, false],
  ])('recognises an error page by the icon %s: %s', (favIconUrl, is) => {
    expect(showsErrorPage({ favIconUrl })).toBe(is);
  });
});

describe('isErrorPageRefusal', () => {
  it.each([
    [new Error('Frame with ID 0 is showing error page'), true],
    [new Error('Cannot access contents of the page'), false],
    ['showing error page', false],
  ])('recognises an error page by the error %s: %s', (refusal, is) => {
    expect(isErrorPageRefusal(refusal)).toBe(is);
  });
});

describe('readTab', () => {
  const tab = { id: 1, url: 'https://gone.example/', title: 'Problem loading page' };

  it('uses no title of an error page and tries no script there', () => {
    const content = readTab({ ...tab, favIconUrl: ICON, incognito: false }, OWN_ORIGIN);
    expect(content).toMatchObject({ page: { url: tab.url, title: '', closed: 'not-loaded' } });
  });

  it('recognises the extension store, which blocks scripts in any state', () => {
    const store = { ...tab, url: 'https://addons.mozilla.org/firefox/' };
    const content = readTab({ ...store, favIconUrl: ICON, incognito: false }, OWN_ORIGIN);
    expect(content).toMatchObject({ page: { url: store.url, closed: 'extension-store' } });
  });

  it.each([
    ['PDF.js viewer', 'ice cream.pdf'],
    ['example.org/ice cream.pdf', 'ice cream.pdf'],
    ['example.org/ice%20cream.pdf', 'ice cream.pdf'],
    ['', 'ice cream.pdf'],
    ['On ice', 'On ice'],
  ])('names a PDF in a tab with the title “%s” “%s”', (title, expected) => {
    const pdf = { ...tab, url: 'https://example.org/ice%20cream.pdf', title };
    const content = readTab({ ...pdf, incognito: false }, OWN_ORIGIN);
    expect(content).toMatchObject({ page: { title: expected } });
  });

  it('uses the title of a page that loaded', () => {
    const content = readTab({ ...tab, incognito: false }, OWN_ORIGIN);
    expect(content).toMatchObject({ page: { title: tab.title, closed: null } });
  });
});
