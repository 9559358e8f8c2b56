// @module-tag full
import { afterAll, beforeAll, describe, it } from 'vitest';
import { BROWSERS } from '../support/browsers.ts';
import { readOnSofa, startPlaces, WAYS, withPhone } from '../support/desk-and-sofa.ts';
import { openPhone } from '../support/phone.ts';
import { useWorld } from '../support/world.ts';

describe.each(BROWSERS)('an article that the server cannot read, in %s', (name) => {
  const world = useWorld(name);
  let places: Awaited<ReturnType<typeof withPhone>>;
  beforeAll(async () => {
    places = await withPhone(
      await startPlaces(world),
      await openPhone(world),
      'Your library is empty',
    );
  });
  afterAll(() => places.stop());

  it.each(WAYS)('reaches a phone, also without a network, from $way', async ({ bring }) => {
    await readOnSofa(places, await bring(places));
  });
});
