import type { BaseAddress } from '../http/base-address';
import { type BookmarkDetails, withAddresses } from '../storage';

/** The representation of a single bookmark. */
export interface SaidBookmark extends BookmarkDetails {
  /** JSON of spec 2.9, without addresses. */
  readonly summary: string;
  /** Absent where errors are not reported. */
  readonly errors?: readonly string[];
}

/**
 * A bookmark by itself (spec 2.10), as JSON.
 * @param linksJson of its content
 */
export function infoJson(row: SaidBookmark, linksJson: string, base: BaseAddress): string {
  const { errors = [] } = row;
  const more = JSON.stringify({
    omit_description: row.omitDescription,
    read_anchor: row.readAnchor,
    ...(row.embed !== '' && { embed: row.embed, embed_domain: row.embedDomain }),
    ...(errors.length > 0 && { errors }),
  });
  const summary = withAddresses(row.summary, base.url(''));
  return `${summary.slice(0, -1)},"links":${linksJson},${more.slice(1)}`;
}
