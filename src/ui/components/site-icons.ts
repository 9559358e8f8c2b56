import { type Signal, signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AssetHash } from '../../domain/bookmark';
import type { Library } from '../../library';

/** More icons than these are only kept while they are shown. */
const MAX_KEPT_ICONS = 100;

interface SharedIcon {
  /** null while it is read, and if it cannot be shown. */
  readonly url: Signal<string | null>;
  users: number;
}

/** The icons that are or were shown, by the hash of their content. */
const icons = new Map<AssetHash, SharedIcon>();

type Assets = Promise<Pick<Library, 'assets'>>;

async function read(library: Assets, hash: AssetHash, { url }: SharedIcon): Promise<void> {
  const image = await library.then(({ assets }) => assets.get(hash)).catch(() => null);
  if (image === null) return;
  if (icons.get(hash)?.url === url) url.value = URL.createObjectURL(image);
}

function release({ url }: SharedIcon): void {
  if (url.value !== null) URL.revokeObjectURL(url.value);
  url.value = null;
}

function use(library: Assets, hash: AssetHash): SharedIcon {
  const known = icons.get(hash);
  const icon = known ?? { url: signal(null), users: 0 };
  icon.users += 1;
  if (known === undefined) {
    icons.set(hash, icon);
    void read(library, hash, icon);
  }
  return icon;
}

function leave(icon: SharedIcon): void {
  icon.users -= 1;
  for (const [hash, each] of icons) {
    const isKept = each.url.value !== null && icons.size <= MAX_KEPT_ICONS;
    if (each.users > 0 || isKept) continue;
    icons.delete(hash);
    release(each);
  }
}

/** Returns the icon of a site, which is read once for all that show it; null if there is none. */
export function useSiteIcon(library: Assets, hash: AssetHash | null) {
  const used = useSignal(hash === null ? null : (icons.get(hash) ?? null));
  useEffect(() => {
    if (hash === null) return;
    const icon = use(library, hash);
    used.value = icon;
    return () => {
      used.value = null;
      leave(icon);
    };
  }, [library, hash, used]);
  const icon = used.value;
  const url = icon?.url.value ?? null;
  return icon && url !== null ? { url, onError: () => release(icon) } : null;
}
