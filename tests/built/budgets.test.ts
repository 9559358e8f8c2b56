import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstScripts, gzippedBytes, outputFolder, styleSheets, TARGETS } from './output';

/**
 * In bytes, gzipped; docs/architecture.md lists the same numbers. They are loose on purpose: they
 * catch a library that was bundled by accident. Speed itself is measured by `npm run bench`.
 */
const BUDGETS = {
  capture: 90_000,
  highlight: 50_000,
  popupScripts: 22_000,
  popupStyles: 9_000,
  /** That of Firefox has the sanitiser, because it imports articles. */
  background: { 'chrome-mv3': 260_000, 'firefox-mv3': 280_000 },
};

describe.each(TARGETS)('the gzipped build for %s', (target) => {
  const folder = outputFolder(target);

  it('captures a page with at most 90 kB of script', () => {
    expect(gzippedBytes([join(folder, 'capture.js')])).toBeLessThanOrEqual(BUDGETS.capture);
  });

  it('highlights on a page with at most 50 kB of script', () => {
    expect(gzippedBytes([join(folder, 'highlight.js')])).toBeLessThanOrEqual(BUDGETS.highlight);
  });

  it('loads at most 22 kB of script before the popup shows its first rows', () => {
    const scripts = firstScripts(folder, 'popup.html');
    expect(scripts.length).toBeGreaterThan(0);
    expect(gzippedBytes(scripts)).toBeLessThanOrEqual(BUDGETS.popupScripts);
  });

  it('has at most 9 kB of style in the popup', () => {
    expect(gzippedBytes(styleSheets(folder, 'popup.html'))).toBeLessThanOrEqual(
      BUDGETS.popupStyles,
    );
  });

  it('has a background of at most 260 kB, and of 280 kB in Firefox', () => {
    const bytes = gzippedBytes([join(folder, 'background.js')]);
    expect(bytes).toBeLessThanOrEqual(BUDGETS.background[target]);
  });

  it('loads two script files before the popup shows its first rows', () => {
    expect(firstScripts(folder, 'popup.html')).toHaveLength(2);
    expect(readFileSync(join(folder, 'popup.html'), 'utf8')).toMatch(
      /<script[^>]* blocking="render"/,
    );
  });

  it('has one file for the state of the page and one for the library, which no page loads at first', () => {
    const chunks = join(folder, 'chunks');
    /** The largest chunk of that name. The others only rename what it exports. */
    const chunk = (name: string) =>
      readdirSync(chunks)
        .filter((file) => file.startsWith(`${name}-`))
        .map((file) => join(chunks, file))
        .toSorted((a, b) => statSync(b).size - statSync(a).size)[0] ?? '';
    const later = [chunk('current-page'), chunk('library')];
    for (const file of later) expect(statSync(file).size).toBeGreaterThan(20_000);
    const pages = readdirSync(folder).filter((file) => file.endsWith('.html'));
    expect(pages).toContain('highlight-frame.html');
    for (const page of pages) {
      const first = firstScripts(folder, page);
      expect(first.filter((file) => later.includes(file))).toEqual([]);
    }
  });
});
