import type { LabelInfo } from '../../src/contract';
import type { BaseAddress } from '../http/base-address';
import type { LabelCount } from '../storage';

/** Makes the JSON of a label (spec 2.15), with the address of the list of its bookmarks. */
export function labelInfo({ name, count }: LabelCount, base: BaseAddress): LabelInfo {
  return {
    name,
    count,
    href: base.url(`/api/bookmarks/labels?name=${encodeURIComponent(name)}`),
    href_bookmarks: base.url(`/api/bookmarks?labels=${encodeURIComponent(quoted(name))}`),
  };
}

/** Quotes a label, so that spaces, signs and stars in it have no special meaning in a search. */
const quoted = (name: string): string => `"${name.replace(/["\\]/g, '\\$&')}"`;
