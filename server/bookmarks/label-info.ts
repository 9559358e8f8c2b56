import type { LabelInfo } from '../../src/contract';
import type { BaseAddress } from '../http/base-address';
import type { LabelCount } from '../storage';

/** A label as the wire has it (spec 2.15), with the search for exactly its bookmarks. */
export function labelInfo({ name, count }: LabelCount, base: BaseAddress): LabelInfo {
  return {
    name,
    count,
    href: base.url(`/api/bookmarks/labels?name=${encodeURIComponent(name)}`),
    href_bookmarks: base.url(`/api/bookmarks?labels=${encodeURIComponent(quoted(name))}`),
  };
}

/** In quotes whatever it is: blanks, signs and stars are its own then. */
const quoted = (name: string): string => `"${name.replace(/["\\]/g, '\\$&')}"`;
