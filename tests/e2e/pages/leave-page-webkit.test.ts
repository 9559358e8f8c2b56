// @module-tag webkit
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveLeavePage } from '../support/leave-page.ts';
import { until } from '../support/until.ts';
import { WebKit } from '../support/webkit.ts';

/** The parts of `web/leave-page.ts` in the window. */
declare const window: {
  readonly leavePage: { databasesOfPage(): IDBFactory };
};

let webkit: WebKit;
let pages: Awaited<ReturnType<typeof serveLeavePage>>;
beforeAll(async () => {
  pages = await serveLeavePage();
  webkit = await WebKit.launch();
});
afterAll(async () => {
  await webkit.close();
  pages.close();
});

const openPage = async () => {
  await webkit.open(pages.address);
  await until('the script runs', () => webkit.evaluate(() => 'leavePage' in window));
};

it('a database that a page has just asked for when it is left can be made by the next page, in the engine of Safari', async () => {
  for (const round of [1, 2, 3]) {
    const name = `database ${round}`;
    await openPage();
    await webkit.evaluate(leaveWhileMaking, name);
    await until('the page is left', () => webkit.evaluate(() => location.href === 'about:blank'));
    await openPage();
    expect(await webkit.evaluate(make, name)).toBe('made');
  }
});

/** Runs in the page. Asks for a new database and leaves the page before it is made. */
function leaveWhileMaking(name: string): void {
  setTimeout(() => {
    const opening = window.leavePage.databasesOfPage().open(name);
    opening.onupgradeneeded = () => {
      for (let n = 0; n < 100; n += 1)
        opening.result.createObjectStore(`${n} of the page that is left`);
    };
    location.assign('about:blank');
  });
}

/** Runs in the page. Makes the database, or says that it waits for another page. */
function make(name: string): Promise<string> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => resolve('made');
    opening.onsuccess = () => resolve('there');
    // Databases of other names are made in their turn, and this one was asked for first.
    const later = indexedDB.open(`after ${name}`);
    later.onsuccess = () => setTimeout(() => resolve('waits'), 1000);
  });
}
