import { describe, expect, it } from 'vitest';
import { BROWSERS } from './support/launch.ts';
import type { OwnPage } from './support/real-browser.ts';
import { useWorld } from './support/world.ts';

const PAGES: readonly OwnPage[] = ['library', 'options', 'welcome'];

describe.each(BROWSERS)('the pages of the extension in %s', (name) => {
  const world = useWorld(name);

  it.each(PAGES)('can ask nothing of the network from %s.html', async (page) => {
    const { browser, web } = world;
    const own = await browser.openOwn(page);
    const mark = web.requests.length;
    // The manifest's policy would let it through, and the server would let anybody read.
    const stoppedBy = await own.evaluate(fetchAnyway, 'http://cors.example/images/photo.jpg');
    expect(stoppedBy).toBe('connect-src');
    expect(web.requestsSince(mark)).toEqual([]);
    await own.close();
  });
});

/** Runs in a page of ours: the directive that stops a `fetch` made there. */
function fetchAnyway(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    document.addEventListener('securitypolicyviolation', (violation) =>
      resolve(violation.effectiveDirective),
    );
    fetch(url).then(
      () => reject(new Error('It was answered')),
      () => {}, // the violation says why
    );
  });
}
