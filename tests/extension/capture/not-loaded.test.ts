import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result';
import { capture } from '../../library/library';
import { injected } from '../support/fake-extension';
import { URL_A, useBackground } from '../support/running-background';

const background = useBackground();

describe('a page that did not load', () => {
  const describePage = (save: boolean) => background.ask('describePage', { save });
  const saveAddress = () => background.ask('saveAddress', {});

  beforeEach(() => {
    background.start();
    const favIconUrl = 'chrome://global/skin/icons/info.svg';
    background.fake.addTab({ id: 1, url: URL_A, title: 'Problem loading page', favIconUrl });
  });

  it('is not saved by a click, and the button shows that', async () => {
    const notLoaded = ok({ kind: 'not-loaded', url: URL_A });
    expect(await describePage(false)).toEqual(notLoaded);
    expect(await describePage(true)).toEqual(notLoaded);
    expect(await background.all()).toEqual([]);
    expect(await background.tables.pendingCaptures.count()).toBe(0);
    await background.buttonShows(1, '!', 'Leafmark: could not be saved');
  });

  it('is saved on request as an address, with the address as its title', async () => {
    const saved = { kind: 'saved', outcome: 'created', title: URL_A, addressOnly: 'not-loaded' };
    expect(await saveAddress()).toMatchObject(ok(saved));
    expect(await background.all()).toMatchObject([{ url: URL_A, title: URL_A }]);
    await background.buttonShows(1, '✓', 'Leafmark: only the address is saved');
  });

  it('is reported as saved when it was saved before', async () => {
    await saveAddress();
    const existing = ok({ kind: 'saved', outcome: 'existing' });
    expect(await describePage(false)).toMatchObject(existing);
    expect(await describePage(true)).toMatchObject(existing);
    expect(await background.all()).toHaveLength(1);
  });
});

describe('a page that its server sent with an error', () => {
  const NOT_FOUND = 404;
  const isSaved = { kind: 'saved', outcome: 'created', title: 'Captured' };

  const answerWith = (status: number) => {
    const captured = { kind: 'captured', capture: capture({ url: URL_A, title: 'Captured' }) };
    background.fake.executeScript = async () => injected(captured, 0, status);
  };

  beforeEach(() => {
    background.start();
    background.fake.addTab({ id: 1, url: URL_A, title: 'Not found' });
    answerWith(NOT_FOUND);
  });

  it('is not saved by a click, and the button shows that', async () => {
    const asks = ok({ kind: 'error-page', url: URL_A, title: 'Not found' });
    expect(await background.ask('describePage', { save: true })).toEqual(asks);
    expect(await background.all()).toEqual([]);
    expect(await background.tables.pendingCaptures.count()).toBe(0);
    await background.buttonShows(1, '!', 'Leafmark: could not be saved');
  });

  it('is saved with its text on request', async () => {
    const saved = ok({ ...isSaved, addressOnly: null });
    expect(await background.ask('saveErrorPage', {})).toMatchObject(saved);
    await background.buttonShows(1, '✓', 'Leafmark: saved');
  });

  it('leaves a saved address as it is', async () => {
    await background.ask('saveAddress', {});
    const existing = ok({ kind: 'saved', outcome: 'existing', addressOnly: 'not-loaded' });
    expect(await background.ask('describePage', { save: true })).toMatchObject(existing);
  });

  it.each([0, 200, 304])('is saved by a click if the status is %i', async (status) => {
    answerWith(status);
    expect(await background.ask('describePage', { save: true })).toMatchObject(ok(isSaved));
  });
});

describe('a page that a site sends instead of its article, as if it were one', () => {
  const COOKIES = `<p>We use cookies and ask for your consent. ${'You may refuse. '.repeat(20)}</p>`;
  const PAGE = `<html><body><div class="consent-manager">${COOKIES}</div></body></html>`;

  const show = (title: string, article: string, html = '') => {
    const page = capture({ url: URL_A, title, html: article });
    background.fake.executeScript = async () =>
      injected({ kind: 'captured', capture: page }, 0, 200, html);
  };
  const saving = () => background.ask('describePage', { save: true });

  beforeEach(() => {
    background.start();
    background.fake.addTab({ id: 1, url: URL_A, title: 'Some title' });
  });

  it.each([
    ['a captcha', 'Just a moment...', '<p>Checking that you are a person.</p>', ''],
    ['a question about cookies', 'The news', COOKIES, PAGE],
  ])('is saved only on request: %s', async (_, title, article, html) => {
    show(title, article, html);
    expect(await saving()).toMatchObject(ok({ kind: 'error-page' }));
    expect(await background.all()).toEqual([]);
    expect(await background.ask('saveErrorPage', {})).toMatchObject(ok({ kind: 'saved' }));
  });

  it.each([
    ['a form to sign in', 'Sign in', '<p>Name and password</p>', ''],
    ['an article about cookies', 'The news', COOKIES, COOKIES],
    ['a few words beside a banner', 'A tool', '<p>Type here.</p>', ''],
  ])('is saved at once if it may be what a person wants: %s', async (_, title, article, html) => {
    show(title, article, html);
    expect(await saving()).toMatchObject(ok({ kind: 'saved' }));
  });
});
