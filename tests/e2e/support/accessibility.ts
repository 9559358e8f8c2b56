import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Frame } from 'puppeteer-core';
import { ScreenPage } from './screen-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules about colours. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the serious and critical findings of axe as `rule: selectors`. With `only` they are those
 * about colours, which are all that another theme can change. `without` is a selector of what is left
 * out, because it was looked at before.
 */
export async function seriousFindings(
  page: ScreenPage | Frame,
  { only, without = null }: { readonly only?: 'colours'; readonly without?: string | null } = {},
): Promise<readonly string[]> {
  // The script is sent as text over the debugging protocol, because the page's policy permits no
  // other scripts.
  const frame = frameOf(page);
  await frame.evaluate(AXE);
  const violations = await frame.evaluate(
    async (rules, excluded) => {
      const { axe: here } = globalThis as unknown as { axe: typeof axe }; // The line above defines it.
      const results = await here.run(excluded === null ? document : { exclude: [excluded] }, {
        resultTypes: ['violations'],
        ...(rules && { runOnly: [...rules] }),
      });
      return results.violations.map(({ id, impact, nodes }) => ({
        impact,
        found: `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
      }));
    },
    only === undefined ? null : COLOURS,
    without,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ found }) => found);
}

/** Returns true if nothing is cut off or scrolls sideways. */
export function fitsItsWidth(page: ScreenPage | Frame): Promise<boolean> {
  return frameOf(page).evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth <= clientWidth;
  });
}

const frameOf = (page: ScreenPage | Frame): Frame =>
  page instanceof ScreenPage ? page.page.mainFrame() : page;
