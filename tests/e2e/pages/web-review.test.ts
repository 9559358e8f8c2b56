// @module-tag full
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers';
import { openReviewApp, REVIEWED, type ReviewApp } from '../support/review-app';
import { until } from '../support/until';
import { leave } from '../support/web-browser';

const [[WOLF, RIDGE], [GARDEN, TREES], [, NETWORK]] = REVIEWED;

describe.each(BROWSERS)('the review in the web app in %s', (name) => {
  let app: ReviewApp;
  beforeAll(async () => {
    app = await openReviewApp(name);
  });
  afterAll(() => app.close());
  const press = (button: string) => app.page.locator(`::-p-aria([name="${button}"])`).click();

  it('is named above the unread pages, with how many highlights there are', async () => {
    const { page, go, sees } = app;
    await go('unread');
    await sees('Review: 3 highlights');
    await app.expectUsable('line');
    // The next first paint has it where it was.
    await leave(page);
    await page.reload();
    await page.waitForSelector('.review-line');
    await page.click('.review-line');
    await sees('1 of 3');
  });

  it('shows a quote, its note and its page, and is answered by keys', async () => {
    const { page, go, sees } = app;
    await go('highlights/review');
    await sees(RIDGE);
    await sees(WOLF);
    expect(await page.$eval('textarea', ({ value }) => value)).toBe('For the talk in May.');
    await app.expectUsable('desk');
    await page.keyboard.press('k');
    await sees('Comes back in 2 days');
    await sees(TREES);
    await app.expectUsable('arabic');
    await page.keyboard.press('u');
    await sees(RIDGE);
    await page.keyboard.press('?');
    await sees('Open in the reader');
    await app.browser.picture(page, `review-${name}-keys`);
    await page.keyboard.press('Escape');
  });

  it('opens the highlight in its article, and comes back', async () => {
    const { page, go, sees } = app;
    await go('highlights/review');
    await sees(RIDGE);
    await page.keyboard.press('o');
    await page.waitForSelector('.article p');
    await page.evaluate(() => history.back());
    await page.waitForSelector('.reader', { hidden: true });
    await sees('1 of 3');
  });

  it('ends, and the answers are on the server', async () => {
    const { page, go, sees } = app;
    await go('highlights/review');
    await sees(RIDGE);
    await press('Keep');
    await sees(GARDEN);
    await press('Never');
    await sees(NETWORK);
    await press('Less often');
    await sees('That is all for today');
    await app.expectUsable('end');
    await go('unread');
    await page.waitForSelector('.row-words a');
    expect(await page.$('.review-line')).toBeNull();
    const reviews = () =>
      app.companion.inStorage(async ({ annotations }, { id }) => {
        const { rows } = await annotations.listAll(id, { limit: 10, offset: 0 });
        return rows.map(({ review }) => review.replace(/\d{4}-\d{2}-\d{2}/, 'DAY')).toSorted();
      });
    const expected = JSON.stringify(['DAY/2', 'DAY/4', 'never/DAY']);
    await until(
      'the server has the answers',
      async () => JSON.stringify(await reviews()) === expected,
    );
    expect(app.browser.errors).toEqual([]);
  });
});
