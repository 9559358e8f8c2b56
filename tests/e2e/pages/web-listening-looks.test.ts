// @module-tag full
// @module-tag chromium
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fitsItsWidth, seriousFindings } from '../support/accessibility';
import { smallTargets } from '../support/finger';
import { ARABIC, type ListeningApp, LONG, openListeningApp } from '../support/listening-app';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 640, isMobile: true, hasTouch: true };
const POPUP = { width: 400, height: 600 };

describe('the bar of the voice', () => {
  let app: ListeningApp;
  beforeAll(async () => {
    app = await openListeningApp('chromium');
  });
  afterAll(() => app.close());

  /** Writes pictures of the bar in both themes, and looks at what axe finds, its width and its targets. */
  const expectUsable = async (what: string, isTouched: boolean) => {
    for (const theme of ['dark', 'light']) {
      await app.page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: theme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      await app.browser.picture(app.page, `listening-${what}-${theme}`);
      expect(await seriousFindings(app.page.mainFrame())).toEqual([]);
    }
    expect(await fitsItsWidth(app.page.mainFrame())).toBe(true);
    if (isTouched) expect(await app.page.evaluate(smallTargets)).toEqual([]);
  };

  it.each([
    ['desk', DESK, LONG],
    ['narrow', POPUP, LONG],
    ['right-to-left', DESK, ARABIC],
  ])('has a bar that is usable in a window: %s', async (what, size, title) => {
    await app.page.setViewport(size);
    await app.openArticle(title);
    await app.listen();
    await expectUsable(what, false);
    await app.page.setViewport(DESK);
  });

  it('has a bar that is usable on a phone', async () => {
    await app.page.setViewport(PHONE);
    await app.openArticle(LONG);
    await app.listen();
    await expectUsable('phone', true);
    await app.page.setViewport(DESK);
  });

  it('is seen in forced colours', async () => {
    await app.page.setViewport(DESK);
    await app.openArticle(LONG);
    await app.listen();
    const devtools = await app.page.createCDPSession();
    const features = [{ name: 'forced-colors', value: 'active' }];
    await devtools.send('Emulation.setEmulatedMedia', { features });
    await app.browser.picture(app.page, 'listening-forced-colours');
    expect(await seriousFindings(app.page.mainFrame())).toEqual([]);
  });
});
