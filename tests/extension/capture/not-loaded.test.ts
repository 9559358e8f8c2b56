import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain';
import { URL_A, useBackground } from '../support/running-background';

const background = useBackground();

describe('a page that did not load', () => {
  const describePage = (save: boolean) => background.ask('describePage', { save });
  const saveAddress = () => background.ask('saveAddress', {});

  beforeEach(() => {
    background.start();
    const favIconUrl = 'chrome://global/skin/icons/info.svg';
    background.fake.addTab({ id: 1, url: URL_A, title: 'Problem loading page', favIconUrl });
  });

  it('is not saved by a click, and the button does not say so', async () => {
    const notLoaded = ok({ kind: 'not-loaded', url: URL_A });
    expect(await describePage(false)).toEqual(notLoaded);
    expect(await describePage(true)).toEqual(notLoaded);
    expect(await background.all()).toEqual([]);
    expect(await background.tables.pendingCaptures.count()).toBe(0);
    await background.buttonShows(1, '!', 'Leafmark: could not be saved');
  });

  it('has its address saved when that is asked for, with the address for a title', async () => {
    const saved = { kind: 'saved', outcome: 'created', title: URL_A, addressOnly: 'not-loaded' };
    expect(await saveAddress()).toMatchObject(ok(saved));
    expect(await background.all()).toMatchObject([{ url: URL_A, title: URL_A }]);
    await background.buttonShows(1, '✓', 'Leafmark: only the address is saved');
  });

  it('that was saved before says so', async () => {
    await saveAddress();
    const existing = ok({ kind: 'saved', outcome: 'existing' });
    expect(await describePage(false)).toMatchObject(existing);
    expect(await describePage(true)).toMatchObject(existing);
    expect(await background.all()).toHaveLength(1);
  });
});
