import { absolutePageUrl, withoutFragment } from '../addresses';
import type { RepairTools } from './repair-context';

/**
 * Makes addresses absolute where Readability would take them for relative to something else: in a
 * document with a `<base>`, and in a frame. Links within the page become plain `#…`.
 */
export function repairLinks({ find, baseUrl, pageUrl }: RepairTools): void {
  const isOwnBase = withoutFragment(baseUrl) === withoutFragment(pageUrl);
  for (const base of find('base')) base.remove();
  if (isOwnBase) return;
  for (const link of find('a')) {
    const href = link.getAttribute('href')?.trim() ?? '';
    if (href === '' || href.startsWith('#')) continue;
    const url = absolutePageUrl(href, baseUrl);
    if (url === null) continue;
    const isWithin = url.includes('#') && withoutFragment(url) === withoutFragment(pageUrl);
    link.setAttribute('href', isWithin ? url.slice(url.indexOf('#')) : url);
  }
}
