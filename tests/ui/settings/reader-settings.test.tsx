import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, READER_RANGES } from '../../../src/domain/settings';
import { appearanceStyle, stepped } from '../../../src/ui/settings/appearance';
import { ReaderSettingsForm } from '../../../src/ui/settings/reader-settings';
import { seriousFindings } from '../../support/accessibility';
import { memorySettings } from '../reader/open-article';

afterEach(() => {
  act(cleanup); // Preact cleans effects up after the next paint, which no test waits for.
});

function open() {
  const store = memorySettings();
  const view = render(<ReaderSettingsForm settings={store} />);
  const reader = () => store.settings.value.reader;
  return { ...view, store, reader };
}

const slide = (name: RegExp, value: string) =>
  fireEvent.input(screen.getByRole('slider', { name }), { target: { value } });

describe('reader settings', () => {
  it('have no serious accessibility findings', async () => {
    expect(await seriousFindings(open().container)).toEqual([]);
  });

  it.each([
    ['Light', 'light'],
    ['Sepia', 'sepia'],
    ['Dark', 'dark'],
  ])('set the theme %s', (name, theme) => {
    const { reader } = open();
    fireEvent.click(screen.getByRole('radio', { name }));
    expect(reader().theme).toBe(theme);
  });

  it.each([
    ['Sans', 'sans'],
    ['Literata', 'literata'],
    ['Atkinson Hyperlegible', 'atkinson'],
  ])('set the font %s', (name, font) => {
    const { reader } = open();
    fireEvent.click(screen.getByRole('radio', { name }));
    expect(reader().font).toBe(font);
  });

  it('set size, width and line height, and announce them as text', () => {
    const { reader } = open();
    slide(/^Size/, '24');
    slide(/^Width/, '52');
    slide(/^Line height/, '1.9');
    expect(reader()).toMatchObject({ fontSizePx: 24, widthCh: 52, lineHeight: 1.9 });
    expect(screen.getByRole('slider', { name: /^Size/ }).getAttribute('aria-valuetext')).toBe(
      '24 px',
    );
    expect(screen.getByText('52 characters')).toBeTruthy();
  });

  it('are reset to the defaults', () => {
    const { reader } = open();
    slide(/^Size/, '31');
    fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    fireEvent.click(screen.getByRole('button', { name: 'Reset the reader' }));
    expect(reader()).toEqual(DEFAULT_SETTINGS.reader);
  });

  it('do not change other settings', () => {
    const { store } = open();
    store.update({ toolbarClick: 'open' });
    slide(/^Size/, '20');
    expect(store.settings.value.toolbarClick).toBe('open');
  });
});

describe('appearanceStyle', () => {
  it('returns the custom properties for the settings', () => {
    const style = appearanceStyle({ ...DEFAULT_SETTINGS.reader, fontSizePx: 21, lineHeight: 1.8 });
    expect(style).toMatchObject({
      '--reader-size': '1.3125rem',
      '--reader-line-height': '1.8',
      '--reader-characters': '66',
    });
  });
});

describe('stepped', () => {
  it.each([
    [1.2, 3, 1.5],
    [2.2, 1, 2.2],
    [1.2, -1, 1.2],
  ])('moves %f by %i steps to %f without rounding errors', (value, steps, moved) => {
    expect(stepped(value, steps, READER_RANGES.lineHeight)).toBe(moved);
  });
});
