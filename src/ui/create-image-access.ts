import { computed, signal } from '@preact/signals';
import type { ImageAccess } from './image-access';

/** The browser's own record of the optional access, by way of the entrypoint. */
export interface ImagePermission {
  has(): Promise<boolean>;
  request(): Promise<boolean>;
  remove(): Promise<boolean>;
  watch(listener: (isAllowed: boolean) => void): () => void;
}

/** *Keep all images* as a page of ours sees it, live. */
export function createImageAccess(permission: ImagePermission): ImageAccess {
  const isAllowed = signal<boolean | null>(null);
  const take = (next: boolean) => {
    isAllowed.value = next;
  };
  permission.watch(take);
  void permission.has().then(take);
  return {
    isAllowed: computed(() => isAllowed.value),
    ask: () => permission.request(),
    async takeBack() {
      await permission.remove();
    },
  };
}
