// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers';
import { type ListeningApp, LONG, openListeningApp, SENTENCES } from '../support/listening-app';
import { until } from '../support/until';
import { startVoices, type VoiceServer } from '../support/voice-server';
import { seesText } from '../support/web-browser';

describe.each(BROWSERS)('a real voice in %s', (name) => {
  let voices: VoiceServer;
  let app: ListeningApp;
  beforeAll(async () => {
    voices = await startVoices();
    app = await openListeningApp(name, {
      env: voices.env,
      args: name === 'chromium' ? ['--enable-speech-dispatcher'] : [],
    });
  });
  afterAll(async () => {
    await app.close();
    await voices.stop();
  });

  it('speaks an article from its first to its last sentence, and goes on with the next', async () => {
    await app.openArticle(LONG);
    await app.page.evaluate(() => {
      const painted: string[] = [];
      Object.assign(window, { paintedWords: painted });
      const set = CSS.highlights.set.bind(CSS.highlights);
      CSS.highlights.set = (key, ranges) => {
        if (key === 'leafmark-spoken') painted.push([...ranges].map(String).join());
        return set(key, ranges);
      };
    });
    await app.page.click('.reader-toolbar [aria-label="Listen"]');
    const painted = () =>
      app.page.evaluate(() => (window as unknown as { paintedWords: string[] }).paintedWords);
    const all = SENTENCES.flat();
    await until('all is spoken', async () => (await painted()).includes(all.at(-1) ?? ''));
    expect((await painted()).slice(0, all.length)).toEqual(all);
    await seesText(app.page, 'Nothing unread is left in this list.');
  });

  it('has a menu of voices that can be read, though it has thousands', async () => {
    await app.page.waitForSelector('.player-voice');
    const names = await app.page.$$eval('.player-voice option', (all) =>
      all.map(({ textContent }) => textContent),
    );
    expect(names.length).toBeGreaterThan(1);
    expect(names.length).toBeLessThanOrEqual(41);
    expect(names.some((each) => each.includes('sends the text'))).toBe(false);
    await app.browser.picture(app.page, `voice-${name}`);
  });
});
