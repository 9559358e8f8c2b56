import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { shrinkImage } from '../../capture/images/shrink-image';
import { type AssetHash, shownSite } from '../../domain/bookmark';
import type { Library } from '../../library';
import type { ListRow } from '../bookmarks/snapshot';
import { initialOf, siteColor } from '../components/site-mark';
import './thumbnails.css';

interface RowThumbnailProps {
  readonly row: Pick<ListRow, 'image' | 'site' | 'siteName'>;
  readonly library: Promise<Library>;
}

/** Shows the lead image of a page, or a cover in the colour of its site with its first letter. */
export function RowThumbnail({ row, library }: RowThumbnailProps): JSX.Element {
  const { image } = row;
  const url = useSignal<string | null>(null);
  useEffect(() => {
    if (image === null) return;
    const left = new AbortController();
    void readThumbnail(library, image, left.signal).then((thumbnail) => {
      if (thumbnail === null || left.signal.aborted) return;
      const shown = URL.createObjectURL(thumbnail);
      left.signal.addEventListener('abort', () => URL.revokeObjectURL(shown));
      url.value = shown;
    });
    return () => {
      left.abort();
      url.value = null;
    };
  }, [image, library, url]);
  const letter = initialOf(shownSite(row));
  return (
    <span
      class="thumbnail center"
      data-cover={image === null}
      style={siteColor(row.site)}
      aria-hidden="true"
    >
      {url.value === null ? (
        image === null && <span>{letter}</span>
      ) : (
        <img src={url.value} alt="" />
      )}
    </span>
  );
}

/** In px, for cards of about 240 px on dense screens. */
const MAX_THUMBNAIL_SIDE = 400;
/** Larger than any lead image that is stored. Drawings are not scaled by browsers in this way. */
const SHOWN_AS_IS = new Set(['image/svg+xml']);

/** Images are decoded one after the other, so that scrolling stays smooth. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns the thumbnail of a stored image, which is made at the first time. null if the image is
 * missing or the browser can't decode it.
 */
export async function readThumbnail(
  library: Promise<Library>,
  hash: AssetHash,
  signal: AbortSignal,
  shrink = shrinkImage,
): Promise<Blob | null> {
  try {
    const [opened, { thumbnailRepository }] = await Promise.all([library, import('../../library')]);
    const thumbnails = opened.part(thumbnailRepository);
    const known = await thumbnails.get(hash);
    if (known !== null || signal.aborted) return known;
    const made = last.then(async () => {
      // It was scrolled away meanwhile.
      if (signal.aborted) return null;
      const image = await opened.assets.get(hash);
      if (image === null || SHOWN_AS_IS.has(image.type)) return image;
      const { blob } = await shrink(image, MAX_THUMBNAIL_SIDE);
      // If there is no room, it is made again the next time.
      await thumbnails.put(hash, blob);
      return blob;
    });
    last = made.catch(() => {});
    return await made;
  } catch {
    return null; // The image is damaged, or the page is closing.
  }
}
