import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** The sites on which highlights appear by themselves. The entrypoint creates it. */
export interface HighlightSites {
  /** The allowed hosts; `EVERYWHERE` stands for all. null until the browser has responded. */
  readonly hosts: ReadonlySignal<readonly string[] | null>;
  /**
   * Shows the browser's permission request. Resolves to false when the user declines. Call it in a
   * click handler before any `await`: browsers refuse the request otherwise.
   */
  allow(host: string): Promise<boolean>;
  revoke(host: string): Promise<void>;
}

export const EVERYWHERE = '*';

/** The browser's permissions, which the entrypoint provides. */
interface SiteAccess extends Pick<HighlightSites, 'allow' | 'revoke'> {
  watch(listener: (hosts: readonly string[]) => void): void;
}

export function createHighlightSites(access: SiteAccess): HighlightSites {
  const hosts = signal<readonly string[] | null>(null);
  access.watch((next) => {
    hosts.value = next;
  });
  return { hosts: computed(() => hosts.value), allow: access.allow, revoke: access.revoke };
}
