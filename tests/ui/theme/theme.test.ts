import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LABEL_COLORS } from '../../../src/domain/label-tree';

const css = readFileSync('src/theme/tokens.css', 'utf8');
const rootBlock = css.slice(0, css.indexOf('[data-theme="light"]'));
const sepiaBlock = css.slice(css.indexOf('[data-theme="sepia"]'), css.indexOf('@media'));

function colours(theme: 'light' | 'dark' | 'sepia'): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name, light, dark] of rootBlock.matchAll(
    /--([\w-]+): light-dark\((#\w+), (#\w+)\)/g,
  ))
    found[name!] = theme === 'dark' ? dark! : light!;
  if (theme !== 'sepia') return found;
  for (const [, name, value] of sepiaBlock.matchAll(/--([\w-]+): (#\w+)/g)) found[name!] = value!;
  return found;
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light! + 0.05) / (dark! + 0.05);
}

const PAIRS = [
  ...['ink', 'ink-soft', 'accent', 'danger'].flatMap((text) =>
    ['paper', 'surface', 'sunken', 'hover'].map((ground) => [text, ground] as const),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['accent', 'accent-soft'],
  ['ink', 'accent-soft'],
  ['danger', 'danger-soft'],
  ['ink', 'danger-soft'],
  ...LABEL_COLORS.map((color) => ['ink', `label-${color}`] as const),
] as const;

describe.each(['light', 'sepia', 'dark'] as const)('the %s theme', (theme) => {
  it.each(PAIRS)('has text in %s on %s with a contrast of 4.5 or more', (text, ground) => {
    const of = colours(theme);
    expect(contrast(of[text]!, of[ground]!)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['paper', 'surface'])(
    'has field borders on %s with a contrast of 3 or more',
    (ground) => {
      const of = colours(theme);
      expect(contrast(of['line-field']!, of[ground]!)).toBeGreaterThanOrEqual(3);
    },
  );
});
