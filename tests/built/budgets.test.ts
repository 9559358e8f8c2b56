import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstScripts, gzippedBytes, outputFolder, styleSheets, TARGETS } from './output';

/**
 * In bytes, gzipped; docs/architecture.md lists the same numbers. They are loose on purpose: they
 * catch a library that was bundled by accident. Speed itself is measured by `npm run bench`.
 */
const BUDGETS = {
  capture: 70_000,
  popupScripts: 20_000,
  popupStyles: 8_000,
  background: 180_000,
};

describe.each(TARGETS)('the gzipped size of %s is', (target) => {
  const folder = outputFolder(target);

  it('at most 70 kB for the script that captures a page', () => {
    expect(gzippedBytes([join(folder, 'capture.js')])).toBeLessThanOrEqual(BUDGETS.capture);
  });

  it('at most 20 kB of script before the popup shows its first rows', () => {
    const scripts = firstScripts(folder, 'popup.html');
    expect(scripts.length).toBeGreaterThan(0);
    expect(gzippedBytes(scripts)).toBeLessThanOrEqual(BUDGETS.popupScripts);
  });

  it('at most 8 kB of style in the popup', () => {
    expect(gzippedBytes(styleSheets(folder, 'popup.html'))).toBeLessThanOrEqual(
      BUDGETS.popupStyles,
    );
  });

  it('at most 180 kB for the background with signing in and sync', () => {
    expect(gzippedBytes([join(folder, 'background.js')])).toBeLessThanOrEqual(BUDGETS.background);
  });

  it('in two script files before the popup shows its first rows', () => {
    expect(firstScripts(folder, 'popup.html')).toHaveLength(2);
    expect(readFileSync(join(folder, 'popup.html'), 'utf8')).toMatch(
      /<script[^>]* blocking="render"/,
    );
  });
});
