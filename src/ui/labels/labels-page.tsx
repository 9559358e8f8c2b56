import { type Signal, useSignal } from '@preact/signals';
import mergeIcon from 'lucide-static/icons/merge.svg?icon';
import editIcon from 'lucide-static/icons/pencil.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { labelKey } from '../../domain/label';
import { type LabelColor, type LabelNode, labelTree, renamesTo } from '../../domain/label-tree';
import {
  type LabelColors,
  type LabelCount,
  type LabelRename,
  type Library,
  type LibraryError,
  labelColorRepository,
} from '../../library';
import { Button } from '../components/button';
import { Empty } from '../components/empty';
import { useNameFilter } from '../components/name-filter';
import { setTo } from '../components/signals';
import { formatNumber, t } from '../strings';
import { labelColorOf } from './label-color';
import { LabelRow } from './label-row';
import { RenameDialog } from './rename-dialog';
import './labels-page.css';

/** Number of labels that are rendered at first, and more with each press of the button. */
const LABELS_PER_PRESS = 200;

interface LabelsPageProps {
  readonly library: Promise<Pick<Library, 'part'>>;
  readonly labels: readonly LabelCount[];
  readonly colors: LabelColors;
  readonly relabel: (renames: readonly LabelRename[]) => Promise<void>;
  readonly onError: (error: LibraryError) => void;
  /** Returns the address of the list of a label. */
  readonly hrefOf: (label: string) => string;
}

/** All labels: counts, colours, renaming, merging and deleting. */
export function LabelsPage(props: LabelsPageProps): JSX.Element {
  const { labels, colors, hrefOf } = props;
  const filter = useSignal('');
  const byUse = useSignal(false);
  const shown = useSignal(LABELS_PER_PRESS);
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const renamed = useSignal<readonly string[] | null>(null);

  const found = useNameFilter(labels, filter.value);
  const nodes = useMemo(
    () => orderedNodes(found, found !== labels, byUse.value),
    [found, labels, byUse.value],
  );
  const most = useMemo(() => Math.max(1, ...labels.map(({ count }) => count)), [labels]);
  const names = useMemo(() => new Set(labels.map(({ name }) => name)), [labels]);
  const selected = [...chosen.value].filter((name) => names.has(name));

  const toggle = (name: string) => {
    const next = new Set(chosen.value);
    if (!next.delete(name)) next.add(name);
    chosen.value = next;
  };
  const { remove, rename, setColor } = labelEdits(props);

  if (labels.length === 0) return <Empty title={'labelsNone'} text={'labelsPageEmpty'} />;
  return (
    <div class="labels-page scroll">
      <LabelsHead filter={filter} byUse={byUse} onFilter={setTo(shown, LABELS_PER_PRESS)} />
      <p class="hint" role="status">
        {nodes.length === 0 ? t('searchNoneTitle') : t('labelsCount', formatNumber(labels.length))}
      </p>
      <ul class="labels-list card divided" aria-label={t('labelsTitle')}>
        {nodes.slice(0, shown.value).map((node) => (
          <LabelRow
            key={node.name}
            node={node}
            href={hrefOf(node.name)}
            shade={labelColorOf(node.name, colors)}
            share={(node.count ?? 0) / most}
            color={colors[labelKey(node.name)] ?? null}
            isChosen={chosen.value.has(node.name)}
            onToggle={() => toggle(node.name)}
            onPick={(color) => void setColor(node.name, color)}
            onRename={setTo(renamed, [node.name])}
            onRemove={() => remove([node.name])}
          />
        ))}
      </ul>
      {nodes.length > shown.value && (
        <Button
          onClick={() => {
            shown.value += LABELS_PER_PRESS;
          }}
        >
          {t('showMoreCount', formatNumber(Math.min(LABELS_PER_PRESS, nodes.length - shown.value)))}
        </Button>
      )}
      {selected.length > 0 && (
        <ChosenLabels
          count={selected.length}
          onClear={setTo(chosen, new Set())}
          onRename={setTo(renamed, selected)}
          onRemove={() => remove(selected)}
        />
      )}
      {renamed.value && (
        <RenameDialog
          from={renamed.value}
          labels={labels}
          onRename={(to) => {
            void rename(renamed.value ?? [], to);
            renamed.value = null;
            chosen.value = new Set();
          }}
          onClose={setTo(renamed, null)}
        />
      )}
    </div>
  );
}

const labelEdits = ({ library, labels, relabel, onError }: LabelsPageProps) => ({
  remove: (gone: readonly string[]) => void relabel(gone.map((from) => ({ from, to: null }))),
  rename(from: readonly string[], to: string) {
    const names = labels.map(({ name }) => name);
    return relabel(renamesTo(names, from, to));
  },
  async setColor(name: string, color: LabelColor | null) {
    const stored = await (await library)
      .part(labelColorRepository)
      .setColors(new Map([[name, color]]));
    if (!stored.ok) onError(stored.error);
  },
});

interface LabelsHeadProps {
  readonly filter: Signal<string>;
  readonly byUse: Signal<boolean>;
  readonly onFilter: () => void;
}

/** Filters and sorts the labels. */
function LabelsHead({ filter, byUse, onFilter }: LabelsHeadProps): JSX.Element {
  return (
    <div class="labels-page-head">
      <input
        type="search"
        class="field"
        placeholder={t('labelsFilter')}
        aria-label={t('labelsFilter')}
        value={filter.value}
        onInput={({ currentTarget }) => {
          filter.value = currentTarget.value;
          onFilter();
        }}
      />
      <select
        class="field"
        aria-label={t('sortName')}
        value={byUse.value ? 'use' : 'name'}
        onChange={({ currentTarget }) => {
          byUse.value = currentTarget.value === 'use';
        }}
      >
        <option value="name">{t('labelsByName')}</option>
        <option value="use">{t('labelsByUse')}</option>
      </select>
    </div>
  );
}

interface ChosenLabelsProps {
  readonly count: number;
  readonly onClear: () => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

/** The number of selected labels and the actions on them. */
function ChosenLabels({ count, onClear, onRename, onRemove }: ChosenLabelsProps): JSX.Element {
  return (
    <section class="selection-bar cluster row-gap-1" aria-label={t('labelsChosen')}>
      <p class="selection-count semibold" role="status">
        {t('selectedCount', formatNumber(count))}
      </p>
      <Button look="quiet" onClick={onClear}>
        {t('selectNone')}
      </Button>
      <div class="selection-actions cluster gap-0 push">
        <Button look="quiet" icon={count > 1 ? mergeIcon : editIcon} onClick={onRename}>
          {t(count > 1 ? 'labelsMerge' : 'labelsRenameShort')}
        </Button>
        <Button look="quiet" icon={trashIcon} onClick={onRemove}>
          {t('actionDelete')}
        </Button>
      </div>
    </section>
  );
}

/** Returns all labels as a tree, or those that are found or most used as a flat list. */
function orderedNodes(
  labels: readonly LabelCount[],
  isFiltered: boolean,
  byUse: boolean,
): readonly LabelNode[] {
  if (!isFiltered && !byUse) return labelTree(labels);
  const flat = labels.map(({ name, count }) => ({
    name,
    text: name,
    count,
    depth: 0,
    hasChildren: false,
  }));
  return byUse ? flat.sort((a, b) => b.count - a.count) : flat;
}
