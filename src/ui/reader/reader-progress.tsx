import type { JSX } from 'preact';
import { t } from '../strings';

/** How far the screen is in the article, 0 to 100: a thin line under the toolbar. */
export function ReaderProgress({ percent }: { readonly percent: number }): JSX.Element {
  return (
    <div
      class="reader-progress"
      role="progressbar"
      aria-label={t('readerProgress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
