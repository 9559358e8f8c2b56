import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../../src/domain/settings';
import { settingsMirror } from '../../../src/ui/settings/settings-mirror';

function storage(text: string | null = null) {
  let kept = text;
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
    removeItem: () => {
      kept = null;
    },
  };
}

describe('the settings mirror', () => {
  it('returns what was written', () => {
    const settings: Settings = {
      reader: { theme: 'sepia', font: 'sans', fontSizePx: 20, widthCh: 70, lineHeight: 1.8 },
      toolbarClick: 'open',
      showsToast: false,
      listening: { speed: 1.5, voices: { de: 'a voice' } },
      reviewPerDay: 7,
    };
    const kept = storage();
    settingsMirror(kept).write(settings);
    expect(settingsMirror(kept).read()).toEqual(settings);
  });

  it.each([
    [null],
    ['not json'],
    ['7'],
    ['{"reader":[],"toolbarClick":3}'],
    ['{"listening":{"speed":9,"voices":{"de":7}}}'],
    ['{"reader":{"theme":"neon","fontSizePx":900,"widthCh":"70","lineHeight":null}}'],
  ])('returns the defaults for %s', (text) => {
    expect(settingsMirror(storage(text)).read()).toEqual(DEFAULT_SETTINGS);
  });

  it('returns the defaults where storage is refused', () => {
    const refused = {
      getItem: (): string => {
        throw new DOMException('no', 'SecurityError');
      },
      setItem: (): void => {
        throw new DOMException('no', 'SecurityError');
      },
      removeItem: (): void => {
        throw new DOMException('no', 'SecurityError');
      },
    };
    settingsMirror(refused).write(DEFAULT_SETTINGS);
    expect(settingsMirror(refused).read()).toEqual(DEFAULT_SETTINGS);
  });
});
