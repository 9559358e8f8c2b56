import type { JSX } from 'preact';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { t } from '../strings';

interface PurgeDialogProps {
  /** The title of a bookmark, or the number of several. */
  readonly what: string;
  readonly onPurge: () => void;
  readonly onClose: () => void;
}

/** Asks before bookmarks are deleted for good. */
export function PurgeDialog({ what, onPurge, onClose }: PurgeDialogProps): JSX.Element {
  const purge = () => {
    onClose();
    onPurge();
  };
  return (
    <Dialog title={t('actionPurge')} onClose={onClose}>
      <p>{t('purgeText', what)}</p>
      <p class="buttons">
        <Button onClick={onClose}>{t('actionCancel')}</Button>
        <Button look="danger" onClick={purge}>
          {t('actionPurge')}
        </Button>
      </p>
    </Dialog>
  );
}
