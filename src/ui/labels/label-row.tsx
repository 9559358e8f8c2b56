import checkIcon from 'lucide-static/icons/list-checks.svg?icon';
import editIcon from 'lucide-static/icons/pencil.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { LabelColor, LabelNode } from '../../domain/label-tree';
import { Button } from '../components/button';
import { MoreMenu } from '../components/more-menu';
import { plural, t } from '../strings';
import { ColorPicker } from './color-picker';

interface LabelRowProps {
  readonly node: LabelNode;
  readonly href: string;
  /** The colour that the label is shown in. */
  readonly shade: LabelColor | undefined;
  /** The colour that a person has chosen; null: none. */
  readonly color: LabelColor | null;
  /** Its part of the bookmarks of the label that has most, 0 to 1. */
  readonly share: number;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
  readonly onPick: (color: LabelColor | null) => void;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

/** A label of the list. A name that only others begin with has no actions. */
export function LabelRow(props: LabelRowProps): JSX.Element {
  const { name, text, count, depth } = props.node;
  const id = useId();
  const link = (
    <a id={id} class="labels-name plain-link" href={props.href} title={name}>
      <bdi class="truncate match-parent">{text}</bdi>
    </a>
  );
  if (count === null) return <li style={{ '--depth': depth }}>{link}</li>;
  return (
    <li
      style={{ '--depth': depth, '--dot': `var(--label-${props.shade})`, '--share': props.share }}
    >
      <label class="labels-check center">
        <input
          type="checkbox"
          aria-label={t('selectBookmark', name)}
          checked={props.isChosen}
          onChange={props.onToggle}
        />
      </label>
      <ColorPicker label={name} color={props.color} onPick={props.onPick} />
      {link}
      <span class="labels-share" aria-hidden="true" />
      <span class="view-count">{plural('bookmarks', count)}</span>
      <span class="labels-actions" style={{ '--anchor': `--${id}` }}>
        <MoreMenu>
          <Button
            look="quiet"
            icon={editIcon}
            label={t('labelsRename', name)}
            onClick={props.onRename}
          >
            {t('labelsRenameShort')}
          </Button>
          <Button look="quiet" icon={trashIcon} describedBy={id} onClick={props.onRemove}>
            {t('actionDelete')}
          </Button>
          <Button look="quiet" icon={checkIcon} describedBy={id} onClick={props.onToggle}>
            {t('select')}
          </Button>
        </MoreMenu>
      </span>
    </li>
  );
}
