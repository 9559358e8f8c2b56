import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import type { AccountKey } from '../../library';
import { Button } from '../components/button';
import { t } from '../strings';
import { ExportOutcome } from './export-outcome';
import { type Exporter, useExportStore } from './export-store';

interface ExportOfferProps {
  readonly exporter: (library: AccountKey) => Promise<Exporter>;
  readonly library: AccountKey;
}

/** Writes all of a library to a bundle, which a person should have before it is removed. */
export function ExportOffer({ exporter, library }: ExportOfferProps): JSX.Element | null {
  const store = useExportStore(
    useCallback(() => exporter(library), [library]),
    localStorage,
  );
  if (store === null) return null;
  const { kind } = store.state.value;
  return (
    <>
      {(kind === 'choosing' || kind === 'failed') && (
        <Button onClick={() => void store.start(null)}>{t('signOutExport')}</Button>
      )}
      <ExportOutcome store={store} />
    </>
  );
}
