import { withoutFragment } from '../../domain';
import { absolutePageUrl } from '../addresses';
import type { RepairTools } from './repair-context';

/**
 * Makes links within the page plain `#…`, and addresses absolute where Readability would take them
 * for relative to something else: in a document with a `<base>`, and in a frame.
 */
export function repairLinks({ find, baseUrl, pageUrl }: RepairTools): void {
  const page = withoutFragment(pageUrl);
  const isOwnBase = withoutFragment(baseUrl) === page;
  for (const base of find('base')) base.remove();
  for (const link of find('a')) {
    const href = link.getAttribute('href')?.trim() ?? '';
    if (href === '' || href.startsWith('#')) continue;
    const url = isOwnBase ? href : absolutePageUrl(href, baseUrl);
    if (url === null) continue;
    if (url.startsWith(`${page}#`)) link.setAttribute('href', url.slice(page.length));
    else if (!isOwnBase) link.setAttribute('href', url);
  }
}
