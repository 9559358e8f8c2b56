import { until } from '../../tests/e2e/support/until';
import type * as deskScript from './desk';
import type { QuietBrowser } from './quiet-browser';

type Desk = typeof deskScript;
type Done<Name extends keyof Desk> = Awaited<ReturnType<Desk[Name]>>;

/** Does one thing at the benchmark's desk, a page of the extension that is closed again. */
export async function atDesk<Name extends keyof Desk>(
  browser: QuietBrowser,
  name: Name,
  ...given: Parameters<Desk[Name]>
): Promise<Done<Name>> {
  const tab = await browser.open(`${browser.origin}/desk.html`);
  try {
    return await tab.evaluate<Done<Name>>(`desk.${name}(...${JSON.stringify(given)})`);
  } finally {
    await tab.close();
    await until('the desk is closed', async () => !(await browser.isOpen('desk.html')));
  }
}
