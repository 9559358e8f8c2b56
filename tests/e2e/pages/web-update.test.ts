// @module-tag full
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy';
import { until } from '../support/until';
import { leave, press, seesText, seesTitles, signIn, WebBrowser } from '../support/web-browser';
import { withNextWebApp, withOtherPage } from '../support/web-versions';

const ALL = ['Bookmark 0'];
const QUESTION = 'A new version is ready.';

describe.each(BROWSERS)('a new version of the web app in %s', (name) => {
  let companion: CompanionServer;
  let proxy: FaultyProxy;
  let browser: WebBrowser;
  let page: Page;
  let next: string;
  beforeAll(async () => {
    companion = await startCompanion();
    await companion.fill(1);
    next = await withNextWebApp(companion.program);
    proxy = await startFaultyProxy(companion);
    browser = await WebBrowser.launch(name, { reportsRequests: true });
    page = await browser.open('about:blank');
  });
  afterAll(async () => {
    await browser.close();
    await proxy.stop();
    await companion.stop();
  });

  it('is not what the first version seems to be', async () => {
    await page.goto(`${proxy.base}/`);
    await signIn(page);
    await seesTitles(page, ALL);
    await until('the first worker answers', () =>
      page.evaluate(() => navigator.serviceWorker.controller !== null),
    );
    expect(await textOf(page)).not.toContain(QUESTION);
  });

  it('is given up when the server changes while it is being stored', async () => {
    await companion.restart(await withOtherPage(next));
    expect(await page.evaluate(installNext)).toBe('redundant');
    await leave(page);
    await page.reload();
    await seesTitles(page, ALL);
    expect(await textOf(page)).not.toContain(QUESTION);
  });

  it('asks in each tab, and until the press all tabs run the old one, also what they load later', async () => {
    const old = await filesOf(companion.program);
    const fresh = await filesOf(next);
    await companion.restart(next);
    expect(await page.evaluate(installNext)).toBe('installed');
    await seesText(page, QUESTION);
    const other = await browser.open(`${proxy.base}/`);
    await seesText(other, QUESTION);
    await browser.picture(other, `update-${name}`);
    await other.goto(`${proxy.base}/#/statistics`);
    await seesText(other, 'Statistics');
    for (const tab of [page, other]) {
      expect(await loadedBy(tab)).toSatisfy((names: string[]) =>
        names.every((each) => old.has(each)),
      );
    }

    await Promise.all([page, other].map(leave));
    const mark = await page.evaluate(() => performance.timeOrigin);
    await press(other, 'Start it');
    await until('the first tab was loaded again', () =>
      page.evaluate((since) => performance.timeOrigin > since, mark),
    );
    await seesTitles(page, ALL);
    for (const tab of [page, other]) {
      await until('the tab has the new version and only that', async () => {
        const names = await loadedBy(tab);
        return names.length > 0 && names.every((each) => fresh.has(each));
      });
      expect(await textOf(tab)).not.toContain(QUESTION);
    }
    await leave(page);
    await page.goto(`${proxy.base}/options.html#about`);
    await seesText(page, 'Leafmark next');
    // The server was killed twice.
    const faults = browser.errors.filter((error) => !error.startsWith('Failed to load resource'));
    expect(faults).toEqual([]);
  });
});

const textOf = (page: Page) => page.evaluate(() => document.body.textContent);

/** The names of the scripts and styles that a page has loaded. */
const loadedBy = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => /\/app\/([^/?]+)$/.exec(name)?.[1])
      .filter((name) => name !== undefined),
  );

/** The names of the scripts and styles of the web app that a server has. */
const filesOf = async (program: string) =>
  new Set(await readdir(join(dirname(program), 'web', 'app')));

/** Runs in a page. Looks for a new version, and returns how its installation ends. */
async function installNext(): Promise<ServiceWorkerState> {
  const registration = await navigator.serviceWorker.ready;
  const found = new Promise<ServiceWorker>((resolve) => {
    registration.addEventListener('updatefound', () => {
      if (registration.installing) resolve(registration.installing);
    });
  });
  // Its installation may fail before it resolves.
  registration.update().catch(() => null);
  const worker = await found;
  return new Promise((resolve) => {
    const look = () => worker.state !== 'installing' && resolve(worker.state);
    worker.addEventListener('statechange', look);
    look();
  });
}
