import type { JSX } from 'preact';
import { type Library, sendRepository } from '../../library';
import { Button } from '../components/button';
import { useStore } from '../components/use-store';
import { createSendStore, type SendWays } from '../settings/send-store';
import { t } from '../strings';
import './transfer.css';

interface SendLineProps {
  readonly library: Promise<Library>;
  readonly background: SendWays['background'];
}

/** Says that highlights wait to be sent on, wherever the person is in the library, and lets the browser ask. */
export function SendLine({ library, background }: SendLineProps): JSX.Element | null {
  const store = useStore(
    async () => (await library).part(sendRepository),
    (sending) => createSendStore(sending, { pickFolder: null, downloads: null, background }),
    [library, background],
  );
  const job = store?.state.value?.job;
  if (!store || !job || job.state !== 'paused' || job.problem === null) return null;
  return (
    <p class="transfer-line">
      {t('sendWaiting')}{' '}
      {job.problem === 'not-allowed' && job.folder !== null ? (
        // Browsers show their questions in a click handler only.
        <Button onClick={() => void store.resume(job)}>{t('syncAllow')}</Button>
      ) : (
        <a href="options.html#/send">{t('sendTitle')}</a>
      )}
    </p>
  );
}
