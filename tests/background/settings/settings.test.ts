import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import {
  parseSettings,
  readSettings,
  updateSettings,
  watchSettings,
} from '../../../src/background/settings/settings';
import { watchStored } from '../../../src/background/settings/watch-stored';
import { DEFAULT_SETTINGS } from '../../../src/domain/settings';

const { local } = fakeBrowser.storage;

beforeEach(() => fakeBrowser.reset());

describe('parseSettings', () => {
  it.each([
    ['nothing', undefined],
    ['a string', 'dark'],
    ['an empty record', {}],
    ['fields of the wrong type', { reader: 3, toolbarClick: true, listening: 'loud' }],
    ['half a highlight a day', { reviewPerDay: 0.5 }],
    ['more highlights a day than anybody reads', { reviewPerDay: 51 }],
    ['a speed that no voice has', { listening: { speed: 30, voices: ['x'] } }],
  ])('returns the defaults for %s', (_, stored) => {
    expect(parseSettings(stored)).toEqual(DEFAULT_SETTINGS);
  });

  it('resets an invalid field and keeps the others', () => {
    const stored = {
      toolbarClick: 'open',
      reader: { theme: 'neon', font: 'sans', fontSizePx: 900, widthCh: 50, lineHeight: '1.5' },
    };
    expect(parseSettings(stored)).toEqual({
      ...DEFAULT_SETTINGS,
      toolbarClick: 'open',
      reader: { ...DEFAULT_SETTINGS.reader, font: 'sans', widthCh: 50 },
    });
  });

  it('drops unknown fields', () => {
    expect(parseSettings({ ...DEFAULT_SETTINGS, colour: 'red' })).toEqual(DEFAULT_SETTINGS);
  });
});

describe('updateSettings', () => {
  it('changes only the fields of the patch', async () => {
    await updateSettings(local, { reader: { theme: 'dark' } });
    await updateSettings(local, { toolbarClick: 'open' });
    expect(await readSettings(local)).toEqual({
      ...DEFAULT_SETTINGS,
      toolbarClick: 'open',
      reader: { ...DEFAULT_SETTINGS.reader, theme: 'dark' },
    });
  });

  it('keeps the speed of listening when a voice is chosen', async () => {
    await updateSettings(local, { listening: { speed: 1.3 } });
    const after = await updateSettings(local, { listening: { voices: { de: 'a voice' } } });
    expect(after.listening).toEqual({ speed: 1.3, voices: { de: 'a voice' } });
  });

  it('applies two concurrent changes', async () => {
    await Promise.all([
      updateSettings(local, { reader: { fontSizePx: 24 } }),
      updateSettings(local, { reader: { widthCh: 80 } }),
    ]);
    expect((await readSettings(local)).reader).toMatchObject({ fontSizePx: 24, widthCh: 80 });
  });

  it('rejects values that are out of bounds', async () => {
    const after = await updateSettings(local, { reader: { lineHeight: 90 } });
    expect(after.reader.lineHeight).toBe(DEFAULT_SETTINGS.reader.lineHeight);
  });
});

describe('watchSettings', () => {
  it('reports changes until it is stopped', async () => {
    const seen: string[] = [];
    const stop = watchSettings(local, ({ toolbarClick }) => seen.push(toolbarClick));
    await updateSettings(local, { toolbarClick: 'open' });
    await fakeBrowser.storage.local.set({ other: 1 });
    stop();
    await updateSettings(local, { toolbarClick: 'save' });
    expect(seen).toEqual(['open']);
  });
});

describe('watchStored', () => {
  it('reports a change that arrives while the value is read, and not the older value', async () => {
    let answer = (_: object) => {};
    const reading = new Promise<object>((resolve) => {
      answer = resolve;
    });
    vi.spyOn(local, 'get').mockImplementationOnce(() => reading);
    const listener = vi.fn();
    watchStored(local, 'status', listener);
    await local.set({ status: 'new' });
    answer({ status: 'old' });
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    await local.set({ status: 'newer' });
    expect(listener.mock.calls).toEqual([['new'], ['newer']]);
  });
});
