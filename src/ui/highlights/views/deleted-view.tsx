import { useSignal } from '@preact/signals';
import restoreIcon from 'lucide-static/icons/archive-restore.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { shownSite } from '../../../domain/bookmark';
import type { Highlight } from '../../../domain/highlight';
import type { DeletedHighlight, DeletedHighlights, HighlightLists } from '../../../library';
import { Button } from '../../components/button';
import { Empty } from '../../components/empty';
import { useItemFocus } from '../../components/item-list';
import { into } from '../../components/signals';
import { formatMoment } from '../../format';
import { plural, t } from '../../strings';
import { HighlightedQuote, inColor } from './highlight-controls';
import { CURRENT_TAB, HighlightKeys, type HighlightListProps } from './list-keys';
import type { RemoveOptions } from './remove-highlights';

/** More are shown on request. */
const DELETED_PER_PAGE = 50;

interface DeletedViewProps extends HighlightListProps {
  readonly options: RemoveOptions & { readonly lists: Pick<HighlightLists, 'watchDeleted'> };
}

/** The deleted highlights that can be restored. */
export function DeletedView(props: DeletedViewProps): JSX.Element | null {
  const { options, tools, readHref } = props;
  const list = useRef<HTMLDivElement>(null);
  const limit = useSignal(DELETED_PER_PAGE);
  const found = useSignal<DeletedHighlights | null>(null);
  const wanted = limit.value;
  useEffect(() => options.lists.watchDeleted(wanted, into(found)), [options, wanted, found]);
  const focus = useItemFocus(list, DELETED_SELECTORS, found.value);
  if (found.value === null) return null;
  const { rows, hasMore } = found.value;
  const restore = (highlight: Highlight) => void restoreHighlight(options, highlight);
  const restoreCurrent = () => {
    const row = rows.find(({ highlight }) => highlight.id === focus.current());
    if (row) restore(row.highlight);
  };
  return (
    <div class="highlights-page scroll" ref={list}>
      {rows.length === 0 ? (
        <Empty role="status" title={'emptyTrashTitle'} text={'emptyTrash'} hasMark />
      ) : (
        <>
          <p class="hint">{t('emptyTrash')}</p>
          <ul class="highlight-groups stack" aria-label={t('viewTrash')}>
            {rows.map((row) => (
              <DeletedItem key={row.highlight.id} {...row} readHref={readHref} restore={restore} />
            ))}
          </ul>
        </>
      )}
      {hasMore && (
        <Button
          onClick={() => {
            limit.value += DELETED_PER_PAGE;
          }}
        >
          {t('popupMore')}
        </Button>
      )}
      {props.isInFront && (
        <HighlightKeys
          focus={focus}
          tools={tools}
          actions={[{ keys: ['r'], action: 'actionRestore', run: restoreCurrent }]}
        />
      )}
    </div>
  );
}

const DELETED_SELECTORS = {
  item: '.deleted-item',
  control: 'a, button',
  group: '.highlight-group',
  empty: CURRENT_TAB,
};

async function restoreHighlight(
  { highlights, act }: RemoveOptions,
  highlight: Highlight,
): Promise<void> {
  await act(highlights.restore([highlight]), {
    message: ({ value: { length } }) =>
      length === 0 ? null : t('toastRestored', plural('highlightsCount', length)),
    about: highlight.id,
  });
}

interface DeletedItemProps extends DeletedHighlight, Pick<DeletedViewProps, 'readHref'> {
  readonly restore: (highlight: Highlight) => void;
}

function DeletedItem(props: DeletedItemProps): JSX.Element {
  const { highlight, bookmark, deletedAt, readHref, restore } = props;
  const titleId = useId();
  return (
    <li class="highlight-group deleted-item" data-id={highlight.id}>
      <section aria-labelledby={titleId}>
        <h2 class="truncate" id={titleId}>
          <a class="plain-link" href={readHref(bookmark.id, null)}>
            <bdi lang={bookmark.lang || undefined}>{bookmark.title}</bdi>
          </a>
        </h2>
        <p class="highlight-facts cluster row-gap-0 hint">
          <bdi>{shownSite(bookmark)}</bdi>
          <time dateTime={new Date(deletedAt).toISOString()}>
            {t('toastDeleted', formatMoment(deletedAt))}
          </time>
        </p>
        <div class="highlight-words stack" style={inColor(highlight.color)}>
          <HighlightedQuote color={highlight.color}>{highlight.quote.exact}</HighlightedQuote>
          {highlight.note !== '' && (
            <p class="highlight-note soft wrap-anywhere" dir="auto">
              {highlight.note}
            </p>
          )}
        </div>
        <div class="cluster gap-1">
          <Button look="quiet" icon={restoreIcon} onClick={() => restore(highlight)}>
            {t('actionRestore')}
          </Button>
        </div>
      </section>
    </li>
  );
}
