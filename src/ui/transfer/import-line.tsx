import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { importRepository, type Library, type ShownImport } from '../../library';
import { formatNumber, t } from '../strings';
import { isUnfinished } from './import-store';
import './transfer.css';

interface ImportLineProps {
  readonly library: Promise<Library>;
  /** Wakes the background, which may have been stopped while it imported. */
  readonly wake: () => void;
}

/** Shows an import that is not finished, wherever the person is in the library. */
export function ImportLine({ library, wake }: ImportLineProps): JSX.Element | null {
  const job = useSignal<ShownImport | undefined>(undefined);
  useEffect(() => {
    const left = new AbortController();
    void library.then((opened) => {
      if (left.signal.aborted) return;
      let isFirst = true;
      const unwatch = opened.part(importRepository).watch((jobs) => {
        job.value = jobs.find(isUnfinished);
        if (isFirst && jobs.some(({ state }) => state === 'running')) wake();
        isFirst = false;
      });
      left.signal.addEventListener('abort', unwatch);
    });
    return () => left.abort();
  }, [library, wake, job]);
  if (job.value === undefined) return null;
  const { state, isUndoing, done, total } = job.value;
  if (state === 'paused') {
    return (
      <p class="transfer-line">
        {t('importWaiting')} <a href="#/import">{t('importShow')}</a>
      </p>
    );
  }
  return (
    <p class="transfer-line">
      <a href="#/import">
        {isUndoing
          ? t('importUndoRunning')
          : t('importRunning', formatNumber(done), formatNumber(total))}
      </a>
    </p>
  );
}
