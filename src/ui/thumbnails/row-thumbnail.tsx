import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Library } from '../../library';
import type { ListRow } from '../bookmarks/snapshot';
import { readThumbnail } from './read-thumbnail';
import './thumbnails.css';

interface RowThumbnailProps {
  readonly row: Pick<ListRow, 'image' | 'site' | 'siteName'>;
  readonly library: Promise<Library>;
}

/** Shows the lead image of a page, or the first letter of its site. */
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
  const [letter = ''] = row.siteName || row.site;
  return (
    <span class="thumbnail" aria-hidden="true">
      {url.value === null ? (
        image === null && <span>{letter.toLocaleUpperCase()}</span>
      ) : (
        <img src={url.value} alt="" />
      )}
    </span>
  );
}
