import { computed, useSignal } from '@preact/signals';
import copyIcon from 'lucide-static/icons/copy.svg?icon';
import deleteIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { shownSite } from '../../../domain/bookmark';
import type { Highlight } from '../../../domain/highlight';
import type { HighlightGroup, Library } from '../../../library';
import { Button, IconButton } from '../../components/button';
import { setTo } from '../../components/signals';
import { SiteMark } from '../../components/site-mark';
import { formatAgo, formatMoment } from '../../format';
import { formatNumber, plural, t } from '../../strings';
import { HighlightedQuote, inColor, LocalOnlyLine } from './highlight-controls';
import { pageText } from './highlight-copy';
import type { HighlightView } from './highlight-view-store';
import type { HighlightListProps } from './list-keys';

/** More are shown on request, so that a page with thousands does not hide the others. */
const FIRST_SHOWN = 20;

interface GroupCardProps extends Pick<HighlightListProps, 'readHref'> {
  readonly library: Promise<Library>;
  readonly group: HighlightGroup;
  readonly view: HighlightView;
  readonly onCopy: (highlight: Highlight, group: HighlightGroup) => void;
}

/** The highlights of one page. */
export function GroupCard(props: GroupCardProps): JSX.Element {
  const { group, view, library, readHref } = props;
  const titleId = useId();
  const isWhole = useSignal(false);
  const { bookmark, highlights } = group;
  const areChosen = useMemo(
    () => computed(() => highlights.every(({ id }) => view.chosen.value.has(id))),
    [highlights, view],
  );
  const shown = isWhole.value ? highlights : highlights.slice(0, FIRST_SHOWN);
  return (
    <li class="highlight-group">
      <section aria-labelledby={titleId}>
        <header class="line">
          {view.isChoosing.value && (
            <input
              type="checkbox"
              checked={areChosen.value}
              aria-label={t('highlightsChoosePage', bookmark.title)}
              onChange={({ currentTarget }) =>
                view.choose(
                  highlights.map(({ id }) => id),
                  currentTarget.checked,
                )
              }
            />
          )}
          <SiteMark page={bookmark} library={library} />
          <h2 class="truncate" id={titleId}>
            <a class="plain-link" href={readHref(bookmark.id, null)}>
              <bdi lang={bookmark.lang || undefined}>{bookmark.title}</bdi>
            </a>
          </h2>
          <p class="highlight-facts cluster row-gap-0 hint">
            <bdi>{shownSite(bookmark)}</bdi>
            <span>{plural('highlightsCount', highlights.length)}</span>
          </p>
        </header>
        <ol class="stack">
          {shown.map((highlight) => (
            <GroupItem key={highlight.id} {...props} highlight={highlight} />
          ))}
        </ol>
        {shown.length < highlights.length && (
          <Button look="quiet" onClick={setTo(isWhole, true)}>
            {t('showMoreCount', formatNumber(highlights.length - shown.length))}
          </Button>
        )}
      </section>
    </li>
  );
}

interface GroupItemProps extends Omit<GroupCardProps, 'library'> {
  readonly highlight: Highlight;
}

function GroupItem({ highlight, group, view, readHref, onCopy }: GroupItemProps): JSX.Element {
  const { id, quote, note, color, created } = highlight;
  const page = pageText(highlight);
  const isChosen = useMemo(() => computed(() => view.chosen.value.has(id)), [view, id]);
  return (
    <li class="highlight-item line gap-3" data-id={id}>
      {view.isChoosing.value && (
        <input
          type="checkbox"
          checked={isChosen.value}
          aria-label={t('selectBookmark', quote.exact)}
          onChange={({ currentTarget }) => view.choose([id], currentTarget.checked)}
        />
      )}
      <div class="highlight-words stack" style={inColor(color)}>
        <a class="highlight-link" href={readHref(group.id, id)}>
          <HighlightedQuote color={color}>{quote.exact}</HighlightedQuote>
        </a>
        {note !== '' && (
          <p class="highlight-note soft wrap-anywhere" dir="auto">
            {note}
          </p>
        )}
        <p class="highlight-facts cluster row-gap-0 hint">
          <Day at={created} />
          {page !== null && <span>{page}</span>}
          <State highlight={highlight} />
        </p>
        <LocalOnlyLine reason={group.localOnly.get(id)} />
      </div>
      <span class="highlight-item-actions line gap-0">
        <IconButton
          label={t('highlightCopy')}
          icon={copyIcon}
          onClick={() => onCopy(highlight, group)}
        />
        <IconButton
          label={t('highlightDelete')}
          icon={deleteIcon}
          onClick={() => void view.remove([id])}
        />
      </span>
    </li>
  );
}

const Day = ({ at }: { readonly at: number }): JSX.Element => (
  <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
    {formatAgo(at, Date.now())}
  </time>
);

/** Says if a highlight is not shown in the article. */
function State({ highlight }: Pick<GroupItemProps, 'highlight'>): JSX.Element | null {
  if (highlight.isNoteOnly) return <span>{t('highlightNoteOnly')}</span>;
  if (highlight.doubt === 'unsure') return <span>{t('highlightUnsure')}</span>;
  return highlight.doubt === 'detached' ? <span>{t('highlightDetached')}</span> : null;
}
