import { describe, expect, it } from 'vitest';
import { shortcutOf } from '../../../src/ui/settings/shortcuts-section';

const press = (code: string, ...held: string[]) => ({
  code,
  ctrlKey: held.includes('Ctrl'),
  altKey: held.includes('Alt'),
  shiftKey: held.includes('Shift'),
  metaKey: held.includes('Meta'),
});

describe('shortcutOf', () => {
  it.each([
    [press('KeyJ', 'Alt', 'Shift'), 'Alt+Shift+J'],
    [press('Digit7', 'Ctrl'), 'Ctrl+7'],
    [press('ArrowUp', 'Ctrl', 'Shift'), 'Ctrl+Shift+Up'],
    [press('Comma', 'Meta'), 'Command+Comma'],
    [press('F8'), 'F8'],
    [press('F2', 'Shift'), 'Shift+F2'],
  ])('returns keys as a manifest writes them: %o', (event, keys) => {
    expect(shortcutOf(event)).toBe(keys);
  });

  it('distinguishes the Ctrl and command keys of a Mac', () => {
    expect(shortcutOf(press('KeyJ', 'Ctrl', 'Shift'), true)).toBe('MacCtrl+Shift+J');
    expect(shortcutOf(press('KeyJ', 'Meta', 'Shift'), true)).toBe('Command+Shift+J');
  });

  it.each([
    ['a modifier alone', press('AltLeft', 'Alt')],
    ['a letter without a modifier', press('KeyJ')],
    ['a letter with Shift alone', press('KeyJ', 'Shift')],
    ['three modifiers', press('KeyJ', 'Ctrl', 'Alt', 'Shift')],
    ['a key that no manifest names', press('Quote', 'Ctrl')],
  ])('returns null while the shortcut is incomplete: %s', (_, event) => {
    expect(shortcutOf(event)).toBeNull();
  });
});
