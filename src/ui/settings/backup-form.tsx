import type { JSX } from 'preact';
import type { BackupProblem, BackupSettings, BackupStatus, LastCheck } from '../../domain/backup';
import { Button } from '../components/button';
import { Folded } from '../components/folded';
import { UnwrittenRecords } from '../components/unwritten-records';
import { formatBytes, formatMoment } from '../format';
import { formatNumber, type PlainKey, t } from '../strings';
import type { BackupStore } from './backup-store';

const BACKUP_PROBLEM_TEXTS: Readonly<Record<BackupProblem, PlainKey>> = {
  'not-allowed': 'backupNotAllowed',
  'disk-full': 'backupDiskFull',
  'not-saved': 'backupNotSaved',
  cancelled: 'backupCancelled',
  interrupted: 'backupCancelled',
  empty: 'backupEmpty',
  quota: 'backupDiskFull',
  unavailable: 'exportFailedUnavailable',
  failed: 'backupFailedUnknown',
};

interface BackupFormProps {
  readonly store: BackupStore;
  /** True if something else writes into the downloads. */
  readonly needsDownloads: () => Promise<boolean>;
}

/** Turns backups on and off, makes one, and shows how the last ones ended. */
export function BackupForm({ store, needsDownloads }: BackupFormProps): JSX.Element | null {
  const settings = store.settings.value;
  const status = store.status.value;
  const isAllowed = store.isAllowed.value;
  if (settings === null || status === null || isAllowed === null) return null;
  const isOn = settings.every !== null;
  return (
    <>
      <p>{t('backupText')}</p>
      {isOn && isAllowed && <BackupChoices settings={settings} change={store.change} />}
      <BackupResult status={status} isOn={isOn} />
      {isOn && !isAllowed && <p class="options-warning">{t('backupNotAllowed')}</p>}
      {!(isOn && isAllowed) && <Folded title={t('needsDownloads')}>{t('backupWhy')}</Folded>}
      <p class="cluster gap-3">
        {isOn && isAllowed ? (
          <>
            <Button look="primary" isDisabled={store.isRunning.value} onClick={store.run}>
              {t('backupNow')}
            </Button>
            <Button onClick={() => void store.turnOff(needsDownloads)}>{t('backupTurnOff')}</Button>
          </>
        ) : (
          /* Browsers show the permission request in a click handler only. */
          <Button onClick={() => void store.turnOn()}>
            {t(isOn ? 'syncAllow' : 'backupTurnOn')}
          </Button>
        )}
      </p>
      <p role="status">{store.isRunning.value && t('exportPreparing')}</p>
      <p>
        {t('backupRestore')} <a href="library.html#/import">{t('importTitle')}</a> ·{' '}
        <a href="library.html#/export">{t('checkTitle')}</a>
      </p>
    </>
  );
}

const KEPT_COUNTS = [1, 3, 7, 14, 30, 100];

interface BackupChoicesProps {
  readonly settings: BackupSettings;
  readonly change: BackupStore['change'];
}

function BackupChoices({ settings, change }: BackupChoicesProps): JSX.Element {
  const { every, keep } = settings;
  const kept = [...new Set([...KEPT_COUNTS, keep])].toSorted((a, b) => a - b);
  return (
    <>
      <label class="options-room cluster gap-3">
        {t('exportTitle')}
        <select
          class="field"
          value={every ?? 'day'}
          onChange={({ currentTarget }) =>
            change({ every: currentTarget.value === 'week' ? 'week' : 'day' })
          }
        >
          <option value="day">{t('backupDaily')}</option>
          <option value="week">{t('backupWeekly')}</option>
        </select>
      </label>
      <label class="options-room cluster gap-3">
        {t('backupKeep')}
        <select
          class="field"
          value={keep}
          onChange={({ currentTarget }) => change({ keep: Number(currentTarget.value) })}
        >
          {kept.map((count) => (
            <option key={count} value={count}>
              {formatNumber(count)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

interface BackupResultProps {
  readonly status: BackupStatus;
  readonly isOn: boolean;
}

/** Shows the last file, and why the last try gave none. */
function BackupResult({ status, isOn }: BackupResultProps): JSX.Element | null {
  const { last, failure, check } = status;
  if (!isOn && last === null) return null;
  return (
    <>
      {last === null ? (
        <p>{t('backupNone')}</p>
      ) : (
        <p class="options-state">
          {t('backupLast', formatMoment(last.at), last.name, formatBytes(last.size))}
        </p>
      )}
      {last !== null && <UnwrittenRecords unwritten={last.unwritten} />}
      {check !== null && <CheckLine check={check} />}
      {isOn && failure !== null && (
        <p class="options-warning" role="alert">
          {t('backupFailed', formatMoment(failure.at))} {t(BACKUP_PROBLEM_TEXTS[failure.problem])}{' '}
          {t('backupRetry')}
        </p>
      )}
    </>
  );
}

/** Says how the last monthly check of a backup ended. */
function CheckLine({ check: { at, found } }: { readonly check: LastCheck }): JSX.Element {
  const text = found === null ? 'backupNotChecked' : found === 0 ? 'checkSame' : 'checkDiffers';
  return (
    <p class={found === 0 ? 'options-state' : 'options-warning'}>
      {t('pageFacts', formatMoment(at), t(text))}
    </p>
  );
}
