import removeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Bookmark } from '../../domain';
import type { LabelCount } from '../../library/repository';
import { Icon } from '../components/icon';
import type { BookmarkActions } from '../stores/bookmark-actions';
import type { DraftStore } from '../stores/draft-store';
import { t } from '../strings';
import { addLabels, finishLabels } from './add-labels';
import { LabelBox } from './label-box';
import './labels.css';

interface LabelsEditorProps {
  readonly bookmark: Bookmark;
  readonly known: readonly LabelCount[];
  readonly draft: DraftStore;
  readonly actions: Pick<BookmarkActions, 'edit'>;
}

/** The labels of a bookmark, each to be taken away, and the field to add more. */
export function LabelsEditor({ bookmark, known, draft, actions }: LabelsEditorProps): JSX.Element {
  const { id, labels } = bookmark;
  const isDraftKnown = draft.fields.value !== null;
  useEffect(() => {
    if (isDraftKnown) void finishLabels(draft, actions, id);
  }, [isDraftKnown, draft, actions, id]);
  const remove = (label: string) => void actions.edit(id, { removeLabels: [label] });
  return (
    <div class="labels-editor">
      {labels.length === 0 ? (
        <p class="hint">{t('labelsNone')}</p>
      ) : (
        <ul class="label-chips" aria-label={t('labelsTitle')} aria-live="polite">
          {labels.map((label) => (
            <li key={label}>
              <bdi>{label}</bdi>
              <button
                type="button"
                aria-label={t('labelsRemove', label)}
                title={t('labelsRemove', label)}
                onClick={() => remove(label)}
              >
                <Icon shapes={removeIcon} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <LabelBox
        labels={labels}
        known={known}
        text={draft.fields.value?.label ?? ''}
        onText={(text) => draft.keep({ label: text === '' ? undefined : text })}
        onAdd={(label) => void addLabels(draft, actions, id, [label])}
        onRemove={remove}
      />
    </div>
  );
}
