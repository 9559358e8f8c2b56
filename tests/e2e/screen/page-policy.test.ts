// @module-tag full
import { describe, expect, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import type { OwnPage } from '../support/real-browser.ts';
import { useWorld } from '../support/world.ts';

const PAGES: readonly OwnPage[] = ['library', 'options', 'sidepanel', 'welcome'];

describe.each(BROWSERS)('the pages of the extension in %s', (name) => {
  const world = useWorld(name);

  it.each(PAGES)('do not permit %s.html any request to the network', async (page) => {
    const { browser, web } = world;
    const own = await browser.openOwn(page);
    const mark = web.requests.length;
    // The manifest's policy permits this request, and the server permits every origin.
    const stoppedBy = await own.evaluate(fetchAnyway, 'http://cors.example/images/photo.jpg');
    expect(stoppedBy).toBe('connect-src');
    expect(web.requestsSince(mark)).toEqual([]);
    await own.close();
  });
});

/** Runs in a page of the extension. Returns the directive that blocks a `fetch`. */
function fetchAnyway(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    document.addEventListener('securitypolicyviolation', (violation) =>
      resolve(violation.effectiveDirective),
    );
    fetch(url).then(
      () => reject(new Error('It was answered')),
      () => {}, // The event names the reason of the failure.
    );
  });
}
