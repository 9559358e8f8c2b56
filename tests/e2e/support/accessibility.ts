import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { ScreenPage } from './screen-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds serious or critical in the page as it is drawn now, as `rule: selectors`. */
export async function seriousFindings(page: ScreenPage): Promise<readonly string[]> {
  // As text, over the protocol: the page's policy rightly lets no other script in.
  await page.page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe: here } = globalThis as unknown as { axe: typeof axe }; // by the line above
    const results = await here.run(document, { resultTypes: ['violations'] });
    return results.violations.map(({ id, impact, nodes }) => ({
      impact,
      found: `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    }));
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ found }) => found);
}

/** Whether nothing is cut off or has to be scrolled to sideways. */
export function fitsItsWidth(page: ScreenPage): Promise<boolean> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth <= clientWidth;
  });
}
