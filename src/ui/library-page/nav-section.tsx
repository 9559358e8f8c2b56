import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { LabelColor } from '../../domain/label-tree';
import { Icon, type IconShapes } from '../components/icon';
import { useNameFilter } from '../components/name-filter';
import { typedInto } from '../components/use-store';
import { createMirror, isRecord, type MirrorStorage } from '../mirror';
import { formatNumber, plural, t } from '../strings';
import './view-nav.css';

interface NavItem {
  readonly name: string;
  /** Absent if the names are different. */
  readonly id?: string;
}

/** A longer section has a filter. */
const MAX_WITHOUT_FILTER = 10;
/** The number of items that are rendered. The filter finds the others. */
const MAX_SHOWN_ITEMS = 200;

interface NavSectionProps<Item extends NavItem> {
  /** Identifies the section where its state is stored. */
  readonly id: string;
  readonly title: string;
  /** The accessible name of the filter. */
  readonly filterName: string;
  readonly items: readonly Item[];
  /** Shown instead of items until there were some. Absent: an empty section is not shown. */
  readonly empty?: string;
  /** Remembers whether the section is open. */
  readonly storage: MirrorStorage;
  /** Renders the link of an item. */
  readonly children: (item: Item, isFiltered: boolean) => ComponentChildren;
}

/** A section of the sidebar that can be collapsed. A long one has a filter. */
export function NavSection<Item extends NavItem>(props: NavSectionProps<Item>): JSX.Element | null {
  const { id, title, items, storage } = props;
  const titleId = useId();
  const filter = useSignal('');
  const found = useNameFilter(items, filter.value);
  const wasUsed = useWasUsed(storage, id, items.length > 0);
  const empty = wasUsed ? undefined : props.empty;
  if (items.length === 0 && empty === undefined) return null;

  const isFiltered = found !== items;
  const shown = found.slice(0, MAX_SHOWN_ITEMS);
  const openFirst = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLElement)) return;
    const list = event.currentTarget.parentElement;
    if (isFiltered) list?.querySelector<HTMLElement>('li a')?.click();
  };
  return (
    <nav class="view-nav nav-section" aria-labelledby={titleId}>
      <details
        open={isOpen(storage, id)}
        onToggle={({ currentTarget }) => setOpen(storage, id, currentTarget.open)}
      >
        <summary class="line gap-0">
          <h2 id={titleId}>{title}</h2>
        </summary>
        {items.length > MAX_WITHOUT_FILTER && (
          <form class="nav-filter" onSubmit={openFirst}>
            <input
              type="search"
              class="field"
              placeholder={props.filterName}
              aria-label={props.filterName}
              value={filter.value}
              onInput={typedInto(filter)}
            />
          </form>
        )}
        <ul>
          {shown.map((item) => (
            <li key={item.id ?? item.name}>{props.children(item, isFiltered)}</li>
          ))}
        </ul>
        <p class="nav-hint hint" role="status">
          {found.length === 0 && (items.length === 0 ? empty : t('searchNoneTitle'))}
          {found.length > shown.length && t('navMore', formatNumber(found.length - shown.length))}
        </p>
      </details>
    </nav>
  );
}

interface NavLinkProps {
  readonly href: string;
  readonly name: string;
  readonly isCurrent: boolean;
  readonly count: number | null;
  /** True if there are more than `count`. */
  readonly isMore?: boolean;
  /** Says why there is no count. */
  readonly hint?: string;
  /** Number of labels above it. */
  readonly depth?: number;
  readonly icon?: IconShapes;
  /** The colour of a label. */
  readonly color?: LabelColor | undefined;
  readonly counted?: 'bookmarks' | 'highlightsCount';
}

/** A link of the sidebar with the number of its bookmarks or highlights. */
export function NavLink({
  href,
  name,
  isCurrent,
  count,
  isMore = false,
  hint,
  depth = 0,
  icon,
  color,
  counted = 'bookmarks',
}: NavLinkProps): JSX.Element {
  return (
    <a
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      style={depth > 0 ? { marginInlineStart: `${Math.min(depth, 4)}rem` } : undefined}
      title={count === null ? hint : plural(isMore ? 'moreBookmarks' : counted, count)}
    >
      {icon && <Icon shapes={icon} />}
      {color && <span class="nav-dot" style={{ '--dot': `var(--label-${color})` }} />}
      <bdi class="truncate">{name}</bdi>
      {count !== null && (
        <span class="view-count" aria-hidden="true">
          {formatNumber(count)}
          {isMore && '+'}
        </span>
      )}
    </a>
  );
}

/** The sections, by id, that a person collapsed or that have had items. */
const flagsMirror = (storage: MirrorStorage, flag: 'collapsed' | 'used') =>
  createMirror(storage, `leafmark.${flag}`, (stored) => (isRecord(stored) ? stored : {}));

const isOpen = (storage: MirrorStorage, id: string): boolean =>
  flagsMirror(storage, 'collapsed').read()[id] !== true;

function setOpen(storage: MirrorStorage, id: string, open: boolean): void {
  const mirror = flagsMirror(storage, 'collapsed');
  mirror.write({ ...mirror.read(), [id]: !open });
}

/** Returns true if the section has items or has had some: its hint is known then. */
function useWasUsed(storage: MirrorStorage, id: string, isUsed: boolean): boolean {
  const [mirror] = useState(() => flagsMirror(storage, 'used'));
  const used = mirror.read();
  useEffect(() => {
    if (isUsed && used[id] !== true) mirror.write({ ...used, [id]: true });
  });
  return isUsed || used[id] === true;
}
