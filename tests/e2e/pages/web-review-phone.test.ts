// @module-tag full
// @module-tag chromium
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallTargets, tap } from '../support/finger';
import { openReviewApp, REVIEWED, type ReviewApp } from '../support/review-app';

const PHONE = { width: 360, height: 640, isMobile: true, hasTouch: true };
const [[, RIDGE], [, TREES]] = REVIEWED;

describe('the review on a phone', () => {
  let app: ReviewApp;
  beforeAll(async () => {
    app = await openReviewApp('chromium');
    await app.page.setViewport(PHONE);
  });
  afterAll(() => app.close());

  it('is opened and answered with a finger', async () => {
    const { page, go, sees } = app;
    await go('unread');
    await page.waitForSelector('.review-line');
    await app.expectUsable('phone-line');
    expect(await page.evaluate(smallTargets)).toEqual([]);
    await page.tap('.review-line');
    await sees(RIDGE);
    await app.expectUsable('phone');
    expect(await page.evaluate(smallTargets)).toEqual([]);
    await tap(page, 'Less often');
    await sees(TREES);
    await sees('Comes back in 4 days');
    await tap(page, 'Undo');
    await sees(RIDGE);
    expect(app.browser.errors).toEqual([]);
  });

  it('is written from right to left', async () => {
    const { page, go, sees } = app;
    await go('highlights/review');
    await sees(RIDGE);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await app.expectUsable('phone-rtl');
  });
});
