import type { ReaderSettings } from '../../domain/settings';

const FONT_FAMILIES: Readonly<Record<ReaderSettings['font'], string>> = {
  serif: 'ui-serif, "Iowan Old Style", Charter, "Bitstream Charter", Georgia, serif',
  sans: 'system-ui, sans-serif',
  literata: '"Literata Variable", Georgia, serif',
  atkinson: '"Atkinson Hyperlegible", system-ui, sans-serif',
};

/**
 * The average width of a character of English text, in widths of the digit zero (`ch`). Measured.
 * Atkinson has a wide zero.
 */
const CHARACTER_CH: Readonly<Record<ReaderSettings['font'], number>> = {
  serif: 0.78,
  sans: 0.79,
  literata: 0.78,
  atkinson: 0.66,
};

/**
 * The pixels of `rem` before the user changes the browser's text size. The setting is in these
 * pixels.
 */
const STANDARD_REM_PX = 16;

/** Returns the custom properties that article.css uses. */
export function appearanceStyle(reader: ReaderSettings): Record<string, string> {
  return {
    '--reader-font': FONT_FAMILIES[reader.font],
    '--reader-size': `${reader.fontSizePx / STANDARD_REM_PX}rem`,
    '--reader-characters': String(reader.widthCh),
    '--reader-character': `${CHARACTER_CH[reader.font]}ch`,
    '--reader-line-height': String(reader.lineHeight),
  };
}

/**
 * Returns `value` moved by `steps` within its range, without rounding errors of binary fractions.
 */
export function stepped(
  value: number,
  steps: number,
  range: { readonly min: number; readonly max: number; readonly step: number },
): number {
  const moved = Math.min(range.max, Math.max(range.min, value + steps * range.step));
  return Number(moved.toFixed(2));
}

/** Loads the styles of a bundled font, whose files are read when a text needs them. */
export async function loadFont(font: ReaderSettings['font']): Promise<void> {
  if (font === 'literata') await import('./fonts/literata.css');
  if (font === 'atkinson') await import('./fonts/atkinson.css');
}

/** Reads the file of most Latin texts as well, so that the first text is not set twice. */
export async function preloadFont(font: ReaderSettings['font']): Promise<void> {
  await loadFont(font);
  await document.fonts.load(`1rem ${FONT_FAMILIES[font]}`);
}
