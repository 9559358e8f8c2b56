// @module-tag full
import { openAsBlob, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBundle } from '../../../src/formats/index.ts';
import { fakeAnnotation } from '../../server/storage/support/rows';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { BROWSERS } from '../support/browsers.ts';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { downloaded, downloadsOf } from '../support/downloads';
import type { ScreenPage } from '../support/screen-page';
import { passSignIn } from '../support/signing-in';
import { until } from '../support/until';
import { useWorld } from '../support/world';

const TITLE = 'Bookmark 0';
const GONE = 'words that its article does not have';

describe.each(BROWSERS)('the work of the web app in %s', (name) => {
  const world = useWorld(name);
  let companion: CompanionServer;
  let token: string;
  let app: ScreenPage;
  beforeAll(async () => {
    companion = await startCompanion();
    await companion.fill(1);
    token = await companion.newToken();
    const [{ id = '' } = {}] = await onServer();
    await companion.inStorage(async ({ bookmarks, annotations }, ada) => {
      const bookmark = await bookmarks.find(ada.id, id);
      if (bookmark === null) throw new Error(`No bookmark ${id}`);
      await annotations.create(bookmark.key, fakeAnnotation({ text: GONE }));
    });
    app = await open();
    await passSignIn(app, 'Sync now');
    await app.waitFor('link', TITLE);
  });
  afterAll(() => companion.stop());

  const open = (hash = '') => world.browser.open(`${companion.base}/${hash}`);
  const onServer = async () => {
    const list = await companion.send('GET', '/api/bookmarks', { token });
    return (await list.json()) as { id: string; title: string; url: string }[];
  };
  /** Saves a page as another client does. */
  const saveElsewhere = async (title: string) => {
    const json = { url: `http://journal.example/${encodeURIComponent(title)}`, title };
    const answer = await companion.send('POST', '/api/bookmarks', { token, json });
    expect(answer.status).toBe(202);
  };
  const goTo = (page: ScreenPage, hash: string) =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);

  it('shows what another client saves, in a second tab and after the first was closed', async () => {
    await saveElsewhere('For the first tab');
    await app.waitFor('link', 'For the first tab');
    const second = await open('#/unread');
    await second.page.bringToFront();
    await saveElsewhere('For the second tab');
    await second.waitFor('link', 'For the second tab');
    await app.page.bringToFront();
    await app.waitFor('link', 'For the second tab');
    await saveElsewhere('For the first tab again');
    await app.waitFor('link', 'For the first tab again');
    await app.close();
    app = second;
    await app.page.bringToFront();
    await saveElsewhere('For the tab that remains');
    await app.waitFor('link', 'For the tab that remains');
  });

  it('lists a highlight of the server whose words are not in the article', async () => {
    await goTo(app, '#/highlights/detached');
    await app.sees(GONE);
    await world.browser.picture('web-detached');
  });

  it('imports a file, sends its pages to the server, and exports all with the articles', async () => {
    const { browser } = world;
    const file = join(temporaryFolder('web-work'), 'bookmarks.html');
    const url = 'http://journal.example/imported';
    writeFileSync(
      file,
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="${url}">Tides</A></DL>`,
    );
    await goTo(app, '#/import');
    await app.waitFor('button', 'Choose a file');
    await app.chooseFile(file);
    await app.click('button', 'Import (1)');
    await app.sees('Pages added: 1');
    await until('the server has it', async () =>
      (await onServer()).some((each) => each.url === url),
    );

    const earlier = downloadsOf(browser);
    await goTo(app, '#/export');
    await app.click('button', 'Export');
    await app.sees('is ready');
    const exported = await downloaded(browser, /^leafmark-.*\.zip$/, earlier);
    const bundle = await openBundle(await openAsBlob(exported));
    if (!bundle.ok) throw new Error(bundle.error.kind);
    const { values } = await bundle.value.readBookmarks('000001.jsonl');
    expect(values.map(({ title }) => title)).toEqual(expect.arrayContaining([TITLE, 'Tides']));
    const withText = values.find(({ title }) => title === TITLE);
    expect(await bundle.value.readArticle(withText?.article?.file ?? '')).toContain(
      'The harbour froze',
    );
  });

  it('deletes what has been in the trash for longer than it is kept', async () => {
    await goTo(app, '#/unread');
    await app.waitFor('link', TITLE);
    await app.page.focus('.row-words a');
    const first = await app.evaluate(() => document.activeElement?.textContent ?? '');
    await app.press('Delete');
    await app.waitUntilGone('link', first);
    await goTo(app, '#/trash');
    await app.waitFor('link', first);
    await app.evaluate(trashLongAgo);
    await app.reload();
    await app.sees('The trash is empty');
  });
});

/**
 * Runs in a page of the app. What is in the trash has been there for more than 30 days, and the clock has
 * run for a day since then. A server on the same device, as that of the tests, cannot confirm the time.
 */
async function trashLongAgo(): Promise<void> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  const hour = 3_600_000;
  const day = 24 * hour;
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    if (database.objectStoreNames.contains('bookmarks')) {
      const tables = database.transaction(['bookmarks', 'meta'], 'readwrite');
      const rows = tables.objectStore('bookmarks');
      for (const row of await answer<{ trashedAt: number | null }[]>(rows.getAll())) {
        if (row.trashedAt === null) continue;
        await answer(rows.put({ ...row, trashedAt: row.trashedAt - 33 * day }));
      }
      const [candidate, lookedAt] = [Date.now() - day, Date.now() - hour];
      const clock = { confirmed: 0, candidate, ranMs: day - hour, lookedAt };
      await answer(tables.objectStore('meta').put({ key: 'clock', clock }));
    }
    database.close();
  }
}
