import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { deferred } from '../components/deferred';
import type { Shelf } from '../stores/shelf';
import type { ShelfTools } from '../stores/shelf-tools';
import { useKeys } from '../use-keys';
import type { EarlyKeys } from './early-keys';
import { listKeys } from './list-keys';

const KeyList = deferred(async () => (await import('../key-list')).KeyList);
const PurgeDialog = deferred(async () => (await import('./purge-dialog')).PurgeDialog);
const LabelsDialog = deferred(async () => (await import('../labels/labels-dialog')).LabelsDialog);

interface ShelfExtrasProps {
  readonly shelf: Shelf;
  readonly tools: ShelfTools;
  readonly earlyKeys: EarlyKeys;
}

/** The keys of a list while it is in front, and the dialog that is open over it. */
export function ShelfExtras({ shelf, tools, earlyKeys }: ShelfExtrasProps): JSX.Element | null {
  const keys = useMemo(() => listKeys(shelf, tools), [shelf, tools]);
  useKeys(keys, earlyKeys);
  const dialog = tools.dialogs.dialog.value;
  if (dialog === null) return null;
  switch (dialog.kind) {
    case 'keys':
      return <KeyList hints={keys} onClose={tools.dialogs.close} />;
    case 'purge':
      return <PurgeDialog tools={tools} target={dialog} />;
    case 'labels':
      return <LabelsDialog key={dialog.id} shelf={shelf} tools={tools} target={dialog} />;
  }
}
