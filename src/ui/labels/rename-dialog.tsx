import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { labelKey, normalLabel } from '../../domain/label';
import { renamesTo } from '../../domain/label-tree';
import type { LabelCount } from '../../library';
import { Button } from '../components/button';
import { Dialog } from '../components/dialog';
import { typedInto } from '../components/use-store';
import { formatNumber, plural, t } from '../strings';

interface RenameDialogProps {
  /** The labels that get the new name. */
  readonly from: readonly string[];
  readonly labels: readonly LabelCount[];
  readonly onRename: (to: string) => void;
  readonly onClose: () => void;
}

/** Names that the field offers. Browsers show few of them. */
const MAX_OFFERED = 500;

/** Asks for the new name of one label or of several. It says when labels become one. */
export function RenameDialog({ from, labels, onRename, onClose }: RenameDialogProps): JSX.Element {
  const [first = ''] = from;
  const name = useSignal(first);
  const input = useRef<HTMLInputElement>(null);
  const ids = useId();
  useEffect(() => input.current?.select(), []);

  const to = normalLabel(name.value);
  const isMerge = from.length > 1;
  const isSame = to === null || (!isMerge && to === first);
  const others = labels.map((label) => label.name).filter((each) => each !== first);
  const counts = new Map(labels.map((label) => [label.name, label.count]));
  const taken =
    to === null
      ? undefined
      : labels.find((label) => labelKey(label.name) === labelKey(to) && !from.includes(label.name));
  const changed = isMerge ? from.filter((each) => each !== to) : from;
  const uses = changed.reduce((sum, each) => sum + (counts.get(each) ?? 0), 0);
  const renames = renamesTo([...counts.keys()], from, to ?? first);
  const below = renames.length - from.length;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (to !== null && !isSame) onRename(to);
  };
  return (
    <Dialog
      title={isMerge ? t('labelsMergeTitle', formatNumber(from.length)) : t('labelsRename', first)}
      onClose={onClose}
    >
      <form class="labelled stack gap-2" onSubmit={submit}>
        <label for={`${ids}-name`}>{t('labelsNewName')}</label>
        <input
          id={`${ids}-name`}
          ref={input}
          class="field"
          type="text"
          list={`${ids}-names`}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-describedby={`${ids}-effect`}
          value={name.value}
          onInput={typedInto(name)}
        />
        <datalist id={`${ids}-names`}>
          {(isMerge ? from : others).slice(0, MAX_OFFERED).map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <p id={`${ids}-effect`} class="hint" aria-live="polite">
          {taken && `${t('labelsMergeEffect', taken.name, plural('bookmarks', taken.count))} `}
          {t('labelsRenameEffect', formatNumber(uses))}
          {below > 0 && ` ${t('labelsBelow', formatNumber(below))}`}
        </p>
        <p class="buttons">
          <Button onClick={onClose}>{t('actionCancel')}</Button>
          <button type="submit" class="button" data-look="primary" disabled={isSame}>
            {t(isMerge || taken !== undefined ? 'labelsMerge' : 'labelsRenameShort')}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
