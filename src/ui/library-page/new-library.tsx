import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import { MINUTE_MS } from '../../domain/time';
import type { Library } from '../../library';
import { Empty } from '../components/empty';
import { FirstSteps } from '../components/first-steps';
import { useNow } from '../components/use-now';
import { useLoaded } from '../components/use-store';
import { t } from '../strings';
import type { SyncStore } from '../sync/sync-store';
import { syncStatusText } from '../sync/sync-text';

interface NewLibraryProps {
  readonly isWebApp: boolean;
  readonly sync: (library: Promise<Library>) => Promise<SyncStore>;
  readonly library: Promise<Library>;
}

/**
 * Shown where the library has no bookmark: the first steps, or that the bookmarks of the account have
 * not come from its server.
 */
export function NewLibrary({ isWebApp, sync, library }: NewLibraryProps): JSX.Element | null {
  const store = useLoaded(useCallback(() => sync(library), [sync, library]));
  const now = useNow(MINUTE_MS);
  const syncAccount = store?.syncAccount.value ?? null;
  const status = store?.status.value ?? null;
  const isNobody = syncAccount === 'nobody';
  // Until it is known, neither is true.
  if (syncAccount === null || (status === null && !isNobody)) return null;
  if (isNobody || status === null || status.syncedAt !== null) {
    return (
      <Empty title={'emptyAllTitle'}>
        <FirstSteps isWebApp={isWebApp} />
      </Empty>
    );
  }
  const { text } = syncStatusText(status, syncAccount, now);
  return (
    <Empty title={'syncNever'} role="status">
      <p>{status.stop === null && syncAccount === 'signed-in' ? t('syncBusy') : text}</p>
    </Empty>
  );
}
