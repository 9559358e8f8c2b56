import type { JSX } from 'preact';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import type { ListRow } from '../list-row';
import type { ShelfTools } from '../stores/shelf-tools';
import { t } from '../strings';

interface PurgeDialogProps {
  readonly tools: Pick<ShelfTools, 'actions' | 'dialogs'>;
  readonly target: Pick<ListRow, 'id' | 'title'>;
}

/** Asks before a bookmark goes for good. */
export function PurgeDialog({ tools, target }: PurgeDialogProps): JSX.Element {
  const { actions, dialogs } = tools;
  const purge = () => {
    dialogs.close();
    void actions.purge(target);
  };
  return (
    <Dialog title={t('purgeTitle')} onClose={dialogs.close}>
      <p>{t('purgeText', target.title)}</p>
      <p class="buttons">
        <Button onClick={dialogs.close}>{t('actionCancel')}</Button>
        <Button look="danger" onClick={purge}>
          {t('actionPurge')}
        </Button>
      </p>
    </Dialog>
  );
}
