import { beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS } from './support/launch.ts';
import { useWorld } from './support/world.ts';

describe.each(BROWSERS)('the popup in %s', (name) => {
  const world = useWorld(name);
  beforeAll(async () => {
    world.web.page('http://journal.example/', '<title>Journal</title><h1>Journal</h1>');
    await world.browser.open('http://journal.example/');
  });

  it.each(['key', 'button'] as const)('opens over the page by its %s', async (by) => {
    const popup = await world.browser.popup(by);
    expect(await popup.evaluate(() => document.title)).toBe('Leafmark');
    await world.browser.closePopup();
  });
});
