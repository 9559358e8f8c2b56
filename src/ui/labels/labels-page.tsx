import { useSignal } from '@preact/signals';
import mergeIcon from 'lucide-static/icons/merge.svg?icon';
import editIcon from 'lucide-static/icons/pencil.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type LabelColor, type LabelNode, labelKey, labelTree, renamesTo } from '../../domain';
import type { LabelRename } from '../../library';
import type { LabelColors, LabelCount, Library, LibraryError } from '../../library/repository';
import { Button, IconButton } from '../components/button';
import { useNameFilter } from '../components/name-filter';
import { formatNumber, plural, t } from '../strings';
import { ColorPicker } from './color-picker';
import { RenameDialog } from './rename-dialog';
import './labels-page.css';

/** Number of labels that are rendered at first, and more with each press of the button. */
const SHOWN = 200;

interface LabelsPageProps {
  readonly library: Promise<Pick<Library, 'labels'>>;
  readonly labels: readonly LabelCount[];
  readonly colors: LabelColors;
  readonly relabel: (renames: readonly LabelRename[]) => Promise<void>;
  readonly onError: (error: LibraryError) => void;
  /** Returns the address of the list of a label. */
  readonly hrefOf: (label: string) => string;
}

/** All labels: counts, colours, renaming, merging and deleting. */
export function LabelsPage(props: LabelsPageProps): JSX.Element {
  const { library, labels, colors, relabel, hrefOf } = props;
  const filter = useSignal('');
  const byUse = useSignal(false);
  const shown = useSignal(SHOWN);
  const chosen = useSignal<ReadonlySet<string>>(new Set());
  const renamed = useSignal<readonly string[] | null>(null);

  const found = useNameFilter(labels, filter.value);
  const nodes = useMemo(
    () => orderedNodes(found, found !== labels, byUse.value),
    [found, labels, byUse.value],
  );
  const names = useMemo(() => new Set(labels.map(({ name }) => name)), [labels]);
  const selected = [...chosen.value].filter((name) => names.has(name));

  const toggle = (name: string) => {
    const next = new Set(chosen.value);
    if (!next.delete(name)) next.add(name);
    chosen.value = next;
  };
  const remove = (gone: readonly string[]) =>
    void relabel(gone.map((from) => ({ from, to: null })));
  const setColor = async (name: string, color: LabelColor | null) => {
    const stored = await (await library).labels.setColors(new Map([[name, color]]));
    if (!stored.ok) props.onError(stored.error);
  };
  const rename = async (from: readonly string[], to: string) => {
    renamed.value = null;
    chosen.value = new Set();
    await relabel(
      renamesTo(
        labels.map(({ name }) => name),
        from,
        to,
      ),
    );
  };

  if (labels.length === 0) {
    return (
      <div class="empty-list">
        <h2>{t('labelsPageEmptyTitle')}</h2>
        <p>{t('labelsPageEmpty')}</p>
      </div>
    );
  }
  return (
    <div class="labels-page">
      <div class="labels-page-head">
        <input
          type="search"
          class="field"
          placeholder={t('labelsFilter')}
          aria-label={t('labelsFilter')}
          value={filter.value}
          onInput={({ currentTarget }) => {
            filter.value = currentTarget.value;
            shown.value = SHOWN;
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
      <p class="hint" role="status">
        {nodes.length === 0 ? t('navNothingFound') : plural('labelsCount', labels.length)}
      </p>
      <ul class="labels-list" aria-label={t('labelsTitle')}>
        {nodes.slice(0, shown.value).map((node) => (
          <li key={node.name} style={{ '--depth': node.depth }}>
            {node.count === null ? (
              <a class="labels-name" href={hrefOf(node.name)}>
                <bdi>{node.text}</bdi>
              </a>
            ) : (
              <>
                <input
                  type="checkbox"
                  aria-label={t('selectBookmark', node.name)}
                  checked={chosen.value.has(node.name)}
                  onChange={() => toggle(node.name)}
                />
                <ColorPicker
                  label={node.name}
                  color={colors[labelKey(node.name)] ?? null}
                  onPick={(color) => void setColor(node.name, color)}
                />
                <a class="labels-name" href={hrefOf(node.name)} title={node.name}>
                  <bdi>{node.text}</bdi>
                </a>
                <span class="view-count">{plural('bookmarks', node.count)}</span>
                <IconButton
                  label={t('labelsRename', node.name)}
                  icon={editIcon}
                  onClick={() => {
                    renamed.value = [node.name];
                  }}
                />
                <IconButton
                  label={t('labelsDelete', node.name)}
                  icon={trashIcon}
                  onClick={() => remove([node.name])}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {nodes.length > shown.value && (
        <Button
          onClick={() => {
            shown.value += SHOWN;
          }}
        >
          {t('labelsMore', formatNumber(Math.min(SHOWN, nodes.length - shown.value)))}
        </Button>
      )}
      {selected.length > 0 && (
        <section class="selection-bar" aria-label={t('labelsChosen')}>
          <p class="selection-count" role="status">
            {plural('selectionCount', selected.length)}
          </p>
          <Button
            look="quiet"
            onClick={() => {
              chosen.value = new Set();
            }}
          >
            {t('selectionClear')}
          </Button>
          <div class="selection-actions">
            <Button
              look="quiet"
              icon={selected.length > 1 ? mergeIcon : editIcon}
              onClick={() => {
                renamed.value = selected;
              }}
            >
              {t(selected.length > 1 ? 'labelsMerge' : 'labelsRenameShort')}
            </Button>
            <Button look="quiet" icon={trashIcon} onClick={() => remove(selected)}>
              {t('actionDelete')}
            </Button>
          </div>
        </section>
      )}
      {renamed.value && (
        <RenameDialog
          from={renamed.value}
          labels={labels}
          onRename={(to) => void rename(renamed.value ?? [], to)}
          onClose={() => {
            renamed.value = null;
          }}
        />
      )}
    </div>
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
    ...{ name, text: name, count, depth: 0, hasChildren: false },
  }));
  return byUse ? flat.sort((a, b) => b.count - a.count) : flat;
}
