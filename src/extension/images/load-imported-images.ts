import { importRepository, type Library } from '../../library';
import type { ImageCollector } from './collect-images';

interface Dependencies {
  readonly images: Pick<ImageCollector, 'fetchMissing'>;
  /** True if *Keep all images* is allowed. */
  readonly hasImageAccess: () => Promise<boolean>;
  readonly isOnline: () => boolean;
}

/**
 * Loads the images of imported articles, in the order of their files, while it is allowed. The
 * images of a batch that was interrupted are requested again, if they are missing.
 */
export async function loadImportedImages(
  { images, hasImageAccess, isOnline }: Dependencies,
  library: Library,
  signal: AbortSignal,
): Promise<void> {
  const imports = library.part(importRepository);
  for (;;) {
    const next = await imports.nextImages();
    if (next === null) return;
    for (const id of next.ids) {
      // Without a connection each request would fail, and count as done.
      if (signal.aborted || !isOnline() || !(await hasImageAccess())) return;
      await images.fetchMissing(library, id);
    }
    if (!(await imports.imagesRequested(next)).ok) return;
  }
}
