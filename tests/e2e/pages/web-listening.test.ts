import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { seriousFindings } from '../support/accessibility';
import { BROWSERS } from '../support/browsers';
import {
  ARABIC,
  ENDLESS,
  GERMAN,
  type ListeningApp,
  LONG,
  openListeningApp,
  SENTENCES,
} from '../support/listening-app';
import { until } from '../support/until';
import { press, seesText } from '../support/web-browser';

describe.each(BROWSERS)('listening in the web app in %s', (name) => {
  let app: ListeningApp;
  beforeAll(async () => {
    app = await openListeningApp(name);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    onTestFailed(({ task }) => app.browser.picture(app.page, `failed-${task.name}-${name}`));
  });

  it('speaks and paints sentence by sentence, and scrolls with it', async () => {
    await app.openArticle(LONG);
    await app.listen();
    await app.paints(SENTENCES[0]?.[0] ?? '');
    await app.browser.picture(app.page, `listening-${name}`);
    await app.page.select('[aria-label="Sleep timer"]', 'end');
    await app.speakIn(5);
    await app.page.keyboard.press('.');
    const last = SENTENCES.flat().at(-1) ?? '';
    await until('the end is spoken', async () => (await app.spoken()).includes(last));
    const all = [LONG, ...SENTENCES.flat().slice(1)];
    expect(await app.spoken()).toEqual(all);
    await until('the paint is gone', async () => (await app.painted()) === '');
  });

  it('reads the unread pages of a list aloud', async () => {
    await app.go('#/unread');
    await app.speakIn(5);
    await press(app.page, 'Listen to this list');
    // There is no voice for the last app.page.
    await seesText(app.page, 'This device has no voice for this language: German.');
    const words = await app.spoken();
    const second = words.slice(words.indexOf(ARABIC));
    expect(second.slice(0, 3)).toEqual([ARABIC, 'مرحبا بكم في الحديقة.', 'Hello there.']);
  });

  it('keeps the sentence on the screen, above the bar', async () => {
    await app.openArticle(LONG);
    await app.listen();
    await app.goTo(0);
    for (let paragraph = 1; paragraph < 20; paragraph += 1) {
      await app.page.keyboard.press('j');
      await app.paints(SENTENCES[paragraph]?.[0] ?? '');
      expect(await app.isPaintSeen()).toBe(true);
    }
  });

  it('starts at a sentence that is clicked', async () => {
    await app.openArticle(LONG);
    await app.listen();
    await app.goTo(0);
    const point = await app.page.evaluate(() => {
      const text = document.querySelectorAll('.article p')[3]?.firstChild;
      if (!text) throw new Error('There is no such paragraph');
      const range = document.createRange();
      range.setStart(text, 50);
      range.setEnd(text, 51);
      const { left, top, width, height } = range.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    });
    await app.page.mouse.click(point.x, point.y);
    await app.paints(SENTENCES[3]?.[1] ?? '');
  });

  it('opens the article again where the voice was', async () => {
    await app.openArticle(LONG);
    await app.listen();
    await app.goTo(25);
    await app.page.evaluate(() => {
      location.hash = '#/unread';
    });
    await app.page.waitForSelector('.reader', { hidden: true });
    await app.openRow(LONG);
    await app.listen();
    await app.paints(SENTENCES[25]?.[0] ?? '');
  });

  it('names the language without a voice', async () => {
    await app.openArticle(GERMAN);
    await app.listen();
    await seesText(app.page, 'This device has no voice for this language: German.');
    await app.browser.picture(app.page, `listening-no-voice-${name}`);
    expect(await seriousFindings(app.page.mainFrame())).toEqual([]);
  });

  it('tells the system what is read aloud', async () => {
    await app.openArticle(LONG);
    await app.listen();
    const media = () =>
      app.page.evaluate(() => {
        const { metadata, playbackState } = navigator.mediaSession;
        return [metadata?.title, metadata?.artist, playbackState];
      });
    await until('the system knows it', async () => (await media())[0] === LONG);
    expect(await media()).toEqual([LONG, 'The Forest', 'playing']);
    await app.page.keyboard.press('p');
    await until('it is paused', async () => (await media())[2] === 'paused');
    await press(app.page, 'Close');
    await until('it is over', async () => (await media())[2] === 'none');
  });

  it('begins in an article of a million words without blocking the page', {
    tags: ['full'],
  }, async () => {
    await app.openArticle(ENDLESS);
    const longest = await app.page.evaluate(async () => {
      const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
      // The article is laid out, and its highlights are looked for.
      await wait(2_000);
      let [longest, last] = [0, performance.now()];
      document.querySelector<HTMLElement>('.reader-toolbar [aria-label="Listen"]')?.click();
      while (!CSS.highlights.get('leafmark-spoken')?.size) {
        await wait(0);
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
      return longest;
    });
    expect(longest).toBeLessThan(1_000);
    for (let step = 0; step < 20; step += 1) await app.page.keyboard.press('.');
    expect(await app.painted()).toBe('The wolf walks along the ridge.');
  });

  it('has caused no error', () => {
    expect(app.browser.errors).toEqual([]);
  });
});
