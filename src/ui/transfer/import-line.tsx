import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { importRepository, type Library } from '../../library';
import { t } from '../strings';
import './transfer.css';

/** Reminds of an import that was interrupted, wherever the person is in the library. */
export function ImportLine({
  library,
}: {
  readonly library: Promise<Library>;
}): JSX.Element | null {
  const isUnfinished = useSignal(false);
  useEffect(() => {
    const left = new AbortController();
    void library.then((opened) => {
      if (left.signal.aborted) return;
      const unwatch = opened.part(importRepository).watch((jobs) => {
        isUnfinished.value = jobs.some(({ state }) => state === 'running' || state === 'undoing');
      });
      left.signal.addEventListener('abort', unwatch);
    });
    return () => left.abort();
  }, [library, isUnfinished]);
  if (!isUnfinished.value) return null;
  return (
    <p class="import-line">
      {t('importWaiting')} <a href="#/import">{t('importContinue')}</a>
    </p>
  );
}
