import '../support/indexeddb';
import { describe, expect, it } from 'vitest';
import {
  add,
  instead,
  listed,
  round,
  savePage,
  there,
  useDevices,
} from './support/highlighted-page';

const my = useDevices();

describe('the same words in two places', () => {
  const BOTH =
    '<p>The summer ferry to Oslo. The final price is 120 euro per person, children pay half of it.</p><p>The winter ferry to Bergen. The final price is 120 euro for a car with all of its passengers.</p>';
  const OSLO = {
    exact: '120 euro',
    prefix: 'The summer ferry to Oslo. The final price is ',
    suffix: ' per person, children pay half of it. The winter ferry to Bergen',
  };
  const BERGEN = {
    exact: '120 euro',
    prefix: 'of it. The winter ferry to Bergen. The final price is ',
    suffix: ' for a car with all of its passengers.',
  };

  it('are two highlights when two devices highlight one each', async () => {
    await savePage(my, BOTH);
    await round(my.world, my.other);
    await add(my.one, OSLO, { note: 'Oslo' });
    await add(my.other, BERGEN, { note: 'Bergen' });
    await round(my.world, my.one, my.other, my.one);
    expect(await there(my.world)).toMatchObject([
      { start_selector: 'section[1]/p[1]', note: 'Oslo' },
      { start_selector: 'section[1]/p[2]', note: 'Bergen' },
    ]);
    await expectBoth();
  });

  it('are two highlights when two devices send them at the same time', async () => {
    await savePage(my, BOTH);
    await round(my.world, my.other);
    await add(my.one, OSLO, { note: 'Oslo' });
    await add(my.other, BERGEN, { note: 'Bergen' });
    my.through = instead('POST', async (fetch, request) => {
      my.through = (direct) => direct;
      await my.other.round();
      return fetch(request);
    });
    await round(my.world, my.one, my.one, my.other, my.one, my.other);
    expect(await there(my.world)).toHaveLength(2);
    await expectBoth();
  });

  async function expectBoth(): Promise<void> {
    for (const device of [my.one, my.other]) {
      const shown = (await listed(device)).map(({ quote, note }) => ({ quote, note }));
      expect(shown).toHaveLength(2);
      expect(shown).toEqual(
        expect.arrayContaining([
          { quote: OSLO, note: 'Oslo' },
          { quote: BERGEN, note: 'Bergen' },
        ]),
      );
    }
  }
});
