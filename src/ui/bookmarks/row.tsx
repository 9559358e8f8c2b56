import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import linkIcon from 'lucide-static/icons/link.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { shownSite, type View } from '../../domain/bookmark';
import { isPlainClick } from '../components/button';
import { Icon, type IconShapes } from '../components/icon';
import { labelStyle } from '../labels/label-style';
import { formatNumber, formatUnit, t } from '../strings';
import type { FoundRows } from './list-rows';
import type { ListRow } from './snapshot';
import '../components/site-mark.css';

/** The parts of a row that are not in the first scripts of the popup, or not in all lists. */
export interface RowParts {
  /** The checkbox that selects it, and its picture. */
  readonly check?: ComponentChildren;
  /** The mark of its site. */
  readonly mark?: ComponentChildren;
  /** The facts after the reading time. */
  readonly facts?: ComponentChildren;
}

interface RowProps extends RowParts {
  readonly row: ListRow;
  readonly view: View;
  /** From 0. */
  readonly position: number;
  readonly listLength: number;
  readonly href: string;
  /** True for the row in the tab order. */
  readonly isCurrent: boolean;
  /** True while the reader beside the list shows it. */
  readonly isOpen?: boolean;
  readonly onOpen: () => void;
  readonly onPoint: () => void;
  readonly onFocus: () => void;
  /** The heading of a day that begins with it. */
  readonly heading?: ComponentChildren;
  /** Its words in a search. */
  readonly words?: ReturnType<FoundRows['wordsOf']> | undefined;
  /** The row's buttons while it is hovered or focused. */
  readonly children?: ComponentChildren;
}

/** Shows one bookmark: a link with its title, and its facts. */
export function Row(props: RowProps): JSX.Element {
  const { row, words } = props;
  const text = words ? words.text : row.description;
  const site = shownSite(row);
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    props.onOpen();
  };
  return (
    <li
      class="row"
      data-id={row.id}
      aria-setsize={props.listLength}
      aria-posinset={props.position + 1}
      onPointerEnter={props.onPoint}
      onFocusIn={props.onFocus}
    >
      {props.heading}
      {props.check}
      <p class="row-words">
        <a
          href={props.href}
          aria-current={props.isOpen}
          tabIndex={props.isCurrent ? 0 : -1}
          onClick={open}
        >
          <bdi lang={row.lang || undefined}>{words ? words.title : row.title}</bdi>
        </a>
        {text && (
          <bdi class="row-description truncate match-parent soft" lang={row.lang || undefined}>
            {text}
          </bdi>
        )}
      </p>
      <div class="row-foot line">
        <p class="row-facts line gap-1 hint">
          <States row={row} view={props.view} />
          {site && <span class="row-mark">{props.mark}</span>}
          {site && <bdi class="row-fact row-site truncate match-parent">{site}</bdi>}
          {row.readingTimeMinutes > 0 && (
            <span class="row-fact">{formatUnit(row.readingTimeMinutes, 'minute')}</span>
          )}
          {props.facts}
          <span class="row-labels">
            {row.labels.map((label) => (
              <bdi key={label} class="row-label" style={labelStyle.value?.(label)}>
                {label}
              </bdi>
            ))}
          </span>
        </p>
        {props.children}
      </div>
      {row.readProgress > 0 && (
        <span
          class="row-progress"
          role="img"
          aria-label={t('rowProgress', formatNumber(row.readProgress))}
          style={{ '--progress': row.readProgress }}
        />
      )}
    </li>
  );
}

/** Shows the states that are not implied by the view. */
function States({ row, view }: { readonly row: ListRow; readonly view: View }): JSX.Element {
  return (
    <>
      {row.isFavourite && view !== 'favourites' && (
        <State icon={starIcon} name={t('actionFavourite')} isFilled />
      )}
      {row.isArchived && view !== 'archive' && (
        <State icon={archiveIcon} name={t('searchIsArchived')} />
      )}
      {row.content.kind === 'address' && <State icon={linkIcon} name={t('rowAddressOnly')} />}
    </>
  );
}

interface StateProps {
  readonly icon: IconShapes;
  readonly name: string;
  readonly isFilled?: boolean;
}

function State({ icon, name, isFilled = false }: StateProps): JSX.Element {
  return (
    <span class="row-state" role="img" aria-label={name} title={name}>
      <Icon shapes={icon} isFilled={isFilled} />
    </span>
  );
}
