import { signal } from '@preact/signals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBackLayers, followLayer } from '../../../src/ui/library-page/back-layers';

let dispose = () => {};
afterEach(() => dispose());

/** Opens a page at an address of its own, and returns its layers with what is open. */
function openPage() {
  window.history.pushState(null, '', `#/${Math.random()}`);
  const layers = createBackLayers(window);
  const open = signal<readonly string[]>([]);
  const add = (name: string) => {
    open.value = [...open.value, name];
  };
  const remove = (name: string) => {
    open.value = open.value.filter((each) => each !== name);
  };
  const stops = ['sheet', 'dialog'].map((name) =>
    followLayer(
      layers,
      () => open.value.includes(name),
      () => remove(name),
    ),
  );
  dispose = () => {
    for (const stop of [...stops, layers.dispose]) stop();
  };
  return { open, add, remove, hash: window.location.hash };
}

const back = () => window.history.back();
const isAt = (hash: string) => vi.waitFor(() => expect(window.location.hash).toBe(hash));

describe('the back gesture', () => {
  it('closes what was opened last, then the layer below, and then leaves the page', async () => {
    window.history.pushState(null, '', '#/before');
    const { open, add, hash } = openPage();
    add('sheet');
    add('dialog');
    back();
    await vi.waitFor(() => expect(open.value).toEqual(['sheet']));
    back();
    await vi.waitFor(() => expect(open.value).toEqual([]));
    expect(window.location.hash).toBe(hash);
    back();
    await isAt('#/before');
  });

  it('leaves the page at once when the layer was closed by a button', async () => {
    window.history.pushState(null, '', '#/before');
    const { add, remove } = openPage();
    add('sheet');
    remove('sheet');
    await vi.waitFor(() => expect(window.history.state).toBeNull());
    back();
    await isAt('#/before');
  });

  it('skips the entry of a sheet whose link was followed', async () => {
    window.history.pushState(null, '', '#/before');
    const { add, remove, hash } = openPage();
    add('sheet');
    remove('sheet');
    window.location.hash = '#/archive';
    await isAt('#/archive');
    back();
    await isAt(hash);
    await vi.waitFor(() => expect(window.history.state).toBeNull());
    back();
    await isAt('#/before');
  });

  it('gives a dialog the entry of the menu that opened it', async () => {
    const { open, add, remove, hash } = openPage();
    const before = window.history.length;
    add('sheet');
    remove('sheet');
    add('dialog');
    expect(window.history.length).toBe(before + 1);
    back();
    await vi.waitFor(() => expect(open.value).toEqual([]));
    expect(window.location.hash).toBe(hash);
  });
});
