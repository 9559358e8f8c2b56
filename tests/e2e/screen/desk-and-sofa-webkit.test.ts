// @module-tag full
// @module-tag webkit
import { afterAll, beforeAll, describe, it, onTestFinished } from 'vitest';
import { readOnSofa, startPlaces, WAYS, withPhone } from '../support/desk-and-sofa.ts';
import { WebKit } from '../support/webkit.ts';
import { useWorld } from '../support/world.ts';

describe('an article that the server cannot read, with a phone that has the engine of Safari', () => {
  const world = useWorld('chromium');
  let places: Awaited<ReturnType<typeof startPlaces>>;
  beforeAll(async () => {
    places = await startPlaces(world);
  });
  afterAll(() => places.stop());

  it.each(WAYS)('reaches it, also without a network, from $way', async ({ bring }) => {
    const webkit = await WebKit.launch();
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await webkit.picture(`failed ${task.name}`);
      await webkit.close();
    });
    const withWebKit = await withPhone(places, webkit, 'Unread');
    await readOnSofa(withWebKit, await bring(withWebKit));
  });
});
