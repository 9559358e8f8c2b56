import { type ReadonlySignal, useSignal } from '@preact/signals';
import addIcon from 'lucide-static/icons/plus.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Bookmark, BookmarkId, BookmarkPatch } from '../../domain/bookmark';
import { labelKey } from '../../domain/label';
import type { LabelCount, Library } from '../../library';
import { Chip, Chips } from '../components/chips';
import { Icon } from '../components/icon';
import { into } from '../components/signals';
import { untilLeft } from '../components/until-left';
import { t } from '../strings';
import { LabelBox } from './label-box';
import { labelStyle } from './label-style';
import './labels.css';

/** The labels in a page's draft: `enteredLabels` has one label per line. */
interface LabelDraftFields {
  readonly label?: string | undefined;
  readonly enteredLabels?: string | undefined;
}

/** The part of a page's draft that the editor reads and changes. */
export interface LabelDraft {
  /** null until the draft has been read. */
  readonly fields: ReadonlySignal<LabelDraftFields | null>;
  keep(change: LabelDraftFields): void;
}

export interface LabelActions {
  /** Resolves to false when the change could not be written. */
  edit(id: BookmarkId, patch: BookmarkPatch): Promise<boolean>;
}

interface LabelsEditorProps {
  readonly bookmark: Bookmark;
  readonly known: readonly LabelCount[];
  readonly draft: LabelDraft;
  readonly actions: LabelActions;
  /** Suggests labels. */
  readonly library: Promise<Pick<Library, 'part'>>;
  /** False for one line, without suggestions. Default: true. */
  readonly isOpen?: boolean;
  /** True where a line becomes the whole editor. */
  readonly isBrief?: boolean;
}

/** Shows the labels of a bookmark, each with a button that removes it, and the field to add more. */
export function LabelsEditor(props: LabelsEditorProps): JSX.Element {
  const { bookmark, known, draft, actions, library, isOpen = true, isBrief = false } = props;
  const { id, labels } = bookmark;
  const isDraftKnown = draft.fields.value !== null;
  useEffect(() => {
    if (isDraftKnown) void finishLabels(draft, actions, id);
  }, [isDraftKnown, draft, actions, id]);
  const remove = (label: string) => void actions.edit(id, { removeLabels: [label] });
  return (
    <div class="labels-editor stack">
      {labels.length > 0 && (
        <Chips name={t('labelsTitle')} isLive>
          {labels.map((label) => (
            <Chip
              key={label}
              text={label}
              style={labelStyle.value?.(label)}
              removeName={t('labelsRemove', label)}
              onRemove={() => remove(label)}
            />
          ))}
        </Chips>
      )}
      <LabelBox
        labels={labels}
        known={known}
        text={draft.fields.value?.label ?? ''}
        onText={(text) => draft.keep({ label: text === '' ? undefined : text })}
        onAdd={(label) => void addLabels(draft, actions, id, [label])}
        onRemove={remove}
        hasFocus={isOpen}
        isBrief={isBrief}
      />
      {isOpen && (
        <SuggestedLabels
          bookmark={bookmark}
          library={library}
          onAdd={(label) => void addLabels(draft, actions, id, [label])}
        />
      )}
    </div>
  );
}

interface SuggestedLabelsProps extends Pick<LabelsEditorProps, 'bookmark' | 'library'> {
  readonly onAdd: (label: string) => void;
}

/** Labels of the site and keywords of the page, each as a button that adds it. */
function SuggestedLabels({ bookmark, library, onAdd }: SuggestedLabelsProps): JSX.Element | null {
  const { id, labels } = bookmark;
  const suggested = useSignal<readonly string[]>([]);
  const list = useRef<HTMLUListElement>(null);
  const titleId = useId();
  useEffect(() => {
    const show = into(suggested);
    // Labels can be typed without suggestions, and a library that failed says so elsewhere.
    return untilLeft(suggestionsFor(library, id), show, () => show([]));
  }, [id, library, suggested]);
  const taken = new Set(labels.map(labelKey));
  const shown = suggested.value.filter((label) => !taken.has(labelKey(label)));
  if (shown.length === 0) return null;
  const add = (label: string, at: number) => {
    // The button disappears, and the focus must not.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const field = list.current?.closest('.labels-editor')?.querySelector('input');
    (buttons[at + 1] ?? buttons[at - 1] ?? field)?.focus();
    onAdd(label);
  };
  return (
    <div class="suggested-labels stack gap-1">
      <p id={titleId} class="hint">
        {t('labelsSuggested')}
      </p>
      <ul class="cluster row-gap-1" aria-labelledby={titleId} ref={list}>
        {shown.map((label, at) => (
          <li key={label}>
            <button
              type="button"
              aria-label={t('labelsAddSuggested', label)}
              title={t('labelsAddSuggested', label)}
              onClick={() => add(label, at)}
            >
              <Icon shapes={addIcon} />
              <bdi class="truncate">{label}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Adds labels that a person entered. They stay in the draft until the bookmark has them, because
 * an edit that is under way is lost when the popup closes.
 */
async function addLabels(
  draft: LabelDraft,
  actions: LabelActions,
  id: BookmarkId,
  labels: readonly string[],
): Promise<void> {
  keep(draft, [...entered(draft), ...labels]);
  await write(draft, actions, id, labels);
}

/** Adds the labels that were entered before the page closed and may not have been added. */
async function finishLabels(
  draft: LabelDraft,
  actions: LabelActions,
  id: BookmarkId,
): Promise<void> {
  const labels = entered(draft);
  if (labels.length > 0) await write(draft, actions, id, labels);
}

async function write(
  draft: LabelDraft,
  actions: LabelActions,
  id: BookmarkId,
  labels: readonly string[],
): Promise<void> {
  if (!(await actions.edit(id, { addLabels: labels }))) return;
  keep(
    draft,
    entered(draft).filter((label) => !labels.includes(label)),
  );
}

/** Reads the entered labels. Labels contain no line breaks. */
const entered = (draft: LabelDraft): readonly string[] =>
  draft.fields.value?.enteredLabels?.split('\n') ?? [];

function keep(draft: LabelDraft, labels: readonly string[]): void {
  draft.keep({ enteredLabels: labels.length === 0 ? undefined : labels.join('\n') });
}

async function suggestionsFor(
  library: LabelsEditorProps['library'],
  id: BookmarkId,
): Promise<readonly string[]> {
  const [opened, { labelSuggestions }] = await Promise.all([library, import('../../library')]);
  return opened.part(labelSuggestions).of(id);
}
