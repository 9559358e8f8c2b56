// @module-tag webkit
import { afterAll, beforeAll, beforeEach, describe, it, onTestFailed } from 'vitest';
import { type CompanionServer, startCompanion } from '../support/companion-server';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy';
import { until } from '../support/until';
import { WebKit } from '../support/webkit';

const PARAGRAPH =
  'The glacier has lost a third of its ice since the first map of the valley was drawn.';
const TITLES = ['Ice', 'A lamp'];
/** Most of them failed where nothing ended the work of the page that was left. */
const ROUNDS = [1, 2, 3, 4, 5];

describe('the web app in the engine of Safari', () => {
  let companion: CompanionServer;
  let proxy: FaultyProxy;
  let webkit: WebKit;
  beforeAll(async () => {
    companion = await startCompanion();
    for (const title of TITLES.toReversed()) {
      const url = `http://pages.example/${title}`;
      await companion.add({ url, title }, `<p>${PARAGRAPH}</p><p>The end of ${title}.</p>`);
    }
    proxy = await startFaultyProxy(companion);
    webkit = await WebKit.launch();
  });
  afterAll(async () => {
    await webkit.close();
    await proxy.stop();
    await companion.stop();
  });
  beforeEach(() => {
    onTestFailed(({ task }) => webkit.picture(`failed ${task.name}`));
  });

  const seesTitles = (wanted: readonly string[]) => webkit.seesTexts('.row-words a', wanted);
  const goToList = async () => {
    await webkit.open(`${proxy.base}/library.html#/unread`);
    await webkit.sees('.row-words a');
  };
  /** Archives the first page by the key, when the list has its rows and keeps the focus. */
  const archiveFirst = async () => {
    await seesTitles(TITLES);
    await until('the first row has the focus', () =>
      webkit.evaluate(() => {
        const link = document.querySelector<HTMLElement>('.row-words a');
        const hasFocus = link !== null && link === document.activeElement;
        link?.focus();
        return hasFocus;
      }),
    );
    await webkit.press('a');
    await seesTitles(['A lamp']);
  };
  const openIce = async () => {
    await goToList();
    await webkit.click('.row-words a');
    await webkit.sees('.article p');
  };
  const onServer = async (): Promise<readonly { readonly note: string }[]> => {
    const token = await companion.newToken();
    const answer = await companion.send('GET', '/api/bookmarks/annotations', { token });
    return answer.json() as Promise<readonly { readonly note: string }[]>;
  };

  it('signs in on the page of the server, and shows its pages', async () => {
    await webkit.open(`${proxy.base}/`);
    await webkit.signIn();
    await seesTitles(TITLES);
    await webkit.picture('library');
  });

  it('finds a page by a word of its text', async () => {
    await goToList();
    await webkit.fill('.search-field input', 'lamp');
    await seesTitles(['A lamp']);
  });

  it('archives a page, and takes that back', async () => {
    await goToList();
    await archiveFirst();
    await webkit.click('.toast button');
    await seesTitles(TITLES);
  });

  it('writes after pages that were left in the middle of their work, which the engine keeps', async () => {
    for (const round of ROUNDS) {
      await webkit.open(`${proxy.base}/library.html?${round}#/unread`);
      await webkit.fill('.search-field input', 'lamp');
      await seesTitles(['A lamp']);
      await webkit.open(`${proxy.base}/library.html?${round}#/unread`);
      await archiveFirst();
      await webkit.click('.toast button');
      await seesTitles(TITLES);
    }
  });

  it('paints selected words in the chosen colour', async () => {
    await openIce();
    const [from, to] = await webkit.evaluate(endsOfFirstParagraph);
    await webkit.drag(from, to);
    await webkit.picture('colours');
    await webkit.click('.highlight-bubble [aria-label="Yellow"]');
    await until('the words are painted', () =>
      webkit.evaluate(() => (CSS.highlights.get('leafmark-yellow')?.size ?? 0) > 0),
    );
    await until('the server has the highlight', async () => (await onServer()).length === 1);
    await webkit.picture('highlight');
  });

  it('edits a highlight that is pressed', async () => {
    await openIce();
    await until('the words are painted', () =>
      webkit.evaluate(() => (CSS.highlights.get('leafmark-yellow')?.size ?? 0) > 0),
    );
    const [from] = await webkit.evaluate(endsOfFirstParagraph);
    await webkit.clickAt({ x: from.x + 30, y: from.y });
    await webkit.fill('.highlight-editor textarea', 'Measured by hand.');
    await webkit.picture('highlight-editor');
    await until('the server has the note', async () => {
      const [highlight] = await onServer();
      return highlight?.note === 'Measured by hand.';
    });
  });

  it('deletes a highlight, and takes that back', async () => {
    await openIce();
    const isPainted = () =>
      webkit.evaluate(() => (CSS.highlights.get('leafmark-yellow')?.size ?? 0) > 0);
    await until('the words are painted', isPainted);
    const [from] = await webkit.evaluate(endsOfFirstParagraph);
    await webkit.clickAt({ x: from.x + 30, y: from.y });
    await webkit.click('.highlight-editor [aria-label="Delete the highlight"]');
    await until('the words are plain', async () => !(await isPainted()));
    await webkit.click('.toast button');
    await until('the words are painted again', isPainted);
  });

  it('reads when the server is gone', async () => {
    await openIce();
    await until('a worker answers the page', () =>
      webkit.evaluate(() => navigator.serviceWorker.controller !== null),
    );
    proxy.cut();
    await webkit.reload();
    await webkit.seesText(PARAGRAPH);
    await webkit.open(`${proxy.base}/library.html#/unread`);
    await seesTitles(TITLES);
    await webkit.picture('offline');
  });
});

/** Runs in the page: the points of the window in its first and its last word. */
function endsOfFirstParagraph() {
  const rects = document.createRange();
  rects.selectNodeContents(document.querySelector('.article p') ?? document.body);
  const [first] = rects.getClientRects();
  const { left = 0, right = 0, top = 0, height = 0 } = first ?? {};
  const y = top + height / 2;
  return [
    { x: left + 1, y },
    { x: right - 1, y },
  ] as const;
}
