import type { JSX } from 'preact';
import { useLoaded } from '../components/use-store';
import type { BackupStore } from '../settings/backup-store';
import { t } from '../strings';
import './transfer.css';

interface BackupLineProps {
  readonly backups: () => Promise<BackupStore>;
}

/** Says that the last backup has failed, or that its check has found something, wherever the person is in the library. */
export function BackupLine({ backups }: BackupLineProps): JSX.Element | null {
  const { settings, status } = useLoaded(backups) ?? {};
  const isOn = (settings?.value?.every ?? null) !== null;
  const { failure = null, check = null } = status?.value ?? {};
  if (!isOn || (failure === null && !check?.found)) return null;
  return (
    <p class="transfer-line">
      {t(failure === null ? 'checkDiffers' : 'backupFailedLine')}{' '}
      <a href="options.html#backup">{t('backupOpen')}</a>
    </p>
  );
}
