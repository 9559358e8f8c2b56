import type { JSX } from 'preact';
import { Button } from '../components/button';
import { t } from '../strings';

/** Stands in place of the list when the library can't be opened. */
export function LibraryTrouble(): JSX.Element {
  return (
    <div class="empty-list" role="alert">
      <h2>{t('errorLibraryTitle')}</h2>
      <p>{t('errorLibraryUnavailable')}</p>
      <Button onClick={() => location.reload()}>{t('actionTryAgain')}</Button>
    </div>
  );
}
