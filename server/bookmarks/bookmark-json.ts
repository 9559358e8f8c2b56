import type { BookmarkLink } from '../../src/contract';
import type { BaseAddress } from '../http/base-address';
import { type BookmarkRow, summaryOf, withAddresses } from '../storage';

/**
 * A bookmark by itself (spec 2.10), as JSON. Sync gives it without its `errors`.
 * @param row with its `summary` where that was read, too: it is not made again
 * @param links of its content
 */
export function infoJson(
  row: BookmarkRow & { readonly summary?: string },
  links: readonly BookmarkLink[],
  base: BaseAddress,
): string {
  const more = JSON.stringify({
    omit_description: row.omitDescription,
    read_anchor: row.readAnchor,
    links,
    ...(row.embed !== '' && { embed: row.embed, embed_domain: row.embedDomain }),
    ...(row.errors.length > 0 && { errors: row.errors }),
  });
  const summary = withAddresses(row.summary ?? summaryOf(row), base.url(''));
  return `${summary.slice(0, -1)},${more.slice(1)}`;
}
