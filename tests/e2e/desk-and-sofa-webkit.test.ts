// @module-tag full
// @module-tag webkit
import { afterAll, beforeAll, beforeEach, describe, it, onTestFailed } from 'vitest';
import { readOnSofa, startPlaces, WAYS } from './support/desk-and-sofa.ts';
import { WebKit } from './support/webkit.ts';
import { useWorld } from './support/world.ts';

describe('an article that the server cannot read, with a phone that has the engine of Safari', () => {
  const world = useWorld('chromium');
  let webkit: WebKit;
  let places: Awaited<ReturnType<typeof startPlaces>>;
  beforeAll(async () => {
    webkit = await WebKit.launch();
    places = await startPlaces(world, async () => webkit);
  });
  afterAll(async () => {
    await webkit.close();
    await places.stop();
  });
  beforeEach(() => {
    onTestFailed(({ task }) => webkit.picture(`failed ${task.name}`));
  });

  it.each(WAYS)('reaches it, also without a network, from $way', async ({ bring }) => {
    await readOnSofa(places, await bring(places));
  });
});
