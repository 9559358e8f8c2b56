import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { labelKey, normalLabel } from '../../domain/label';
import type { BulkPatch, LabelCount } from '../../library';
import { Button } from '../components/button';
import { Chip, Chips } from '../components/chips';
import { Dialog } from '../components/dialog';
import { into } from '../components/signals';
import { LabelBox } from '../labels/label-box';
import { labelStyle } from '../labels/label-style';
import '../labels/labels.css';
import { plural, t } from '../strings';

interface BulkLabelsDialogProps {
  /** Number of selected bookmarks. */
  readonly count: number;
  readonly known: readonly LabelCount[];
  readonly onApply: (patch: BulkPatch) => void;
  readonly onClose: () => void;
}

/** Asks for labels to add to the selected bookmarks, or to remove from them. */
export function BulkLabelsDialog(props: BulkLabelsDialogProps): JSX.Element {
  const { count, known, onApply, onClose } = props;
  const labels = useSignal<readonly string[]>([]);
  const text = useSignal('');
  const add = (label: string) => {
    const isNew = labels.value.every((each) => labelKey(each) !== labelKey(label));
    if (isNew) labels.value = [...labels.value, label];
  };
  const remove = (label: string) => {
    labels.value = labels.value.filter((each) => each !== label);
  };
  const typed = normalLabel(text.value);
  const chosen = [...labels.value, ...(typed === null ? [] : [typed])];
  const apply = (patch: BulkPatch) => {
    onClose();
    onApply(patch);
  };
  return (
    <Dialog title={t('bulkLabelsTitle', plural('bookmarks', count))} onClose={onClose}>
      <div class="stack">
        {labels.value.length > 0 && (
          <Chips name={t('labelsTitle')} isLive>
            {labels.value.map((label) => (
              <Chip
                key={label}
                text={label}
                style={labelStyle.value?.(label)}
                removeName={t('bulkLabelsLeave', label)}
                onRemove={() => remove(label)}
              />
            ))}
          </Chips>
        )}
        <LabelBox
          labels={labels.value}
          known={known}
          text={text.value}
          onText={into(text)}
          onAdd={add}
          onRemove={remove}
        />
      </div>
      <p class="buttons">
        <Button onClick={onClose}>{t('actionCancel')}</Button>
        <Button isDisabled={chosen.length === 0} onClick={() => apply({ removeLabels: chosen })}>
          {t('actionRemove')}
        </Button>
        <Button
          look="primary"
          isDisabled={chosen.length === 0}
          onClick={() => apply({ addLabels: chosen })}
        >
          {t('bulkLabelsAdd')}
        </Button>
      </p>
    </Dialog>
  );
}
