import type { JSX } from 'preact';
import { Button } from '../components/button';
import type { LibraryTroubleKind } from '../stores/shelf';
import { t } from '../strings';

/** Stands in place of the list when the library can't be opened. */
export function LibraryTrouble({ kind }: { readonly kind: LibraryTroubleKind }): JSX.Element {
  if (kind === 'private-window') {
    return (
      <div class="empty-list" role="status">
        <h2>{t('errorLibraryPrivateTitle')}</h2>
        <p>{t('errorLibraryPrivate')}</p>
      </div>
    );
  }
  return (
    <div class="empty-list" role="alert">
      <h2>{t('errorLibraryTitle')}</h2>
      <p>{t('errorLibraryUnavailable')}</p>
      <Button onClick={() => location.reload()}>{t('actionTryAgain')}</Button>
    </div>
  );
}
