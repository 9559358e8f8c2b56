import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { SpaceUsed } from '../../library';
import { formatBytes } from '../format';
import { type PlainKey, t } from '../strings';
import './storage-health.css';

interface SpaceTableProps {
  readonly space: SpaceUsed;
  /** In bytes, of everything that the extension stores; null if the browser does not report it. */
  readonly used: number | null;
}

/** Shows the space that each part of the library uses, largest first. */
export function SpaceTable({ space, used }: SpaceTableProps): JSX.Element {
  const titleId = useId();
  const parts = spacePartsOf(space, used);
  const largest = Math.max(1, ...parts.map(([, bytes]) => bytes));
  return (
    <table class="space" aria-labelledby={titleId}>
      <caption id={titleId}>{t('spaceTitle')}</caption>
      <tbody>
        {parts.map(([name, bytes]) => (
          <tr key={name}>
            <th scope="row">{t(name)}</th>
            <td class="space-bytes">{formatBytes(bytes)}</td>
            <td class="space-share" aria-hidden="true">
              {bytes > 0 && <span style={{ inlineSize: `${(100 * bytes) / largest}%` }} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function spacePartsOf(
  space: SpaceUsed,
  used: number | null,
): readonly (readonly [PlainKey, number])[] {
  const { articles, images, revisions, trash, searchIndex, thumbnails } = space;
  const known = articles + images + revisions + trash + searchIndex + thumbnails;
  const parts: (readonly [PlainKey, number])[] = [
    ['spaceArticles', articles],
    ['optionsImages', images],
    ['spaceRevisions', revisions],
    ['viewTrash', trash],
    ['spaceSearchIndex', searchIndex],
    ['spaceThumbnails', thumbnails],
  ];
  // Browsers compress what they store, so it may be less than the sum.
  if (used !== null && used > known) parts.push(['spaceOther', used - known]);
  return parts.toSorted(([, a], [, b]) => b - a);
}
