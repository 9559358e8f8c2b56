import type { WxtBrowser } from 'wxt/browser';
import type { BookmarkId } from '../domain';

const PREFIX = 'images:';

/**
 * Which articles wait for their images, kept where it outlives the worker: one that is killed in
 * the middle leaves a note, and the next says of those images that they did not come.
 */
export interface ImageJobs {
  begin(id: BookmarkId): Promise<void>;
  end(id: BookmarkId): Promise<void>;
  /** Jobs that were not ended. Asked at the worker's start, these are the ones nobody works at. */
  unended(): Promise<readonly BookmarkId[]>;
}

export function createImageJobs(storage: Pick<WxtBrowser['storage'], 'local'>): ImageJobs {
  const key = (id: BookmarkId) => `${PREFIX}${id}`;
  return {
    begin: (id) => storage.local.set({ [key(id)]: true }),
    end: (id) => storage.local.remove(key(id)),
    async unended() {
      const keys = Object.keys(await storage.local.get(null));
      // Only `begin` writes keys with the prefix, and it was given ids.
      return keys.flatMap((name) =>
        name.startsWith(PREFIX) ? [name.slice(PREFIX.length) as BookmarkId] : [],
      );
    },
  };
}
