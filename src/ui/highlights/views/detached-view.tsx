import { useSignal } from '@preact/signals';
import attachIcon from 'lucide-static/icons/link.svg?icon';
import findIcon from 'lucide-static/icons/search.svg?icon';
import noteIcon from 'lucide-static/icons/sticky-note.svg?icon';
import deleteIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { shownSite } from '../../../domain/bookmark';
import type { Highlight, Quote } from '../../../domain/highlight';
import type { DoubtfulHighlight } from '../../../library';
import { Button } from '../../components/button';
import { Empty } from '../../components/empty';
import { Icon } from '../../components/icon';
import { useItemFocus } from '../../components/item-list';
import { untilLeft } from '../../components/until-left';
import { formatDate } from '../../format';
import { formatNumber, t } from '../../strings';
import type { DoubtStore } from './doubt-store';
import { inColor } from './highlight-controls';
import { CURRENT_TAB, HighlightKeys, type HighlightListProps } from './list-keys';

interface DetachedViewProps extends HighlightListProps {
  readonly store: DoubtStore;
}

/** The highlights without a certain place in their article, with what can be done about each. */
export function DetachedView(props: DetachedViewProps): JSX.Element | null {
  const { store, tools, readHref } = props;
  const list = useRef<HTMLDivElement>(null);
  const found = store.found.value;
  const focus = useItemFocus(list, DETACHED_SELECTORS, found);
  if (found === null) return null;
  const onCurrent = (act: (highlight: Highlight) => unknown) => () => {
    const id = focus.current();
    const row = found.rows.find(({ highlight }) => highlight.id === id);
    if (row) act(row.highlight);
  };
  return (
    <div class="highlights-page scroll" ref={list}>
      {found.rows.length === 0 ? (
        <Empty role="status" title={'detachedNoneTitle'} text={'detachedNone'} hasMark />
      ) : (
        <>
          <p class="hint">{t('detachedHint')}</p>
          <ul class="highlight-groups stack" aria-label={t('highlightsInDoubt')}>
            {found.rows.map((row) => (
              <DetachedItem key={row.highlight.id} {...row} store={store} readHref={readHref} />
            ))}
          </ul>
          {found.hasMore && <Button onClick={store.showMore}>{t('popupMore')}</Button>}
        </>
      )}
      {props.isInFront && (
        <HighlightKeys
          focus={focus}
          tools={tools}
          actions={[
            { keys: ['#', 'Delete'], action: 'actionDelete', run: onCurrent(store.remove) },
          ]}
        />
      )}
    </div>
  );
}

const DETACHED_SELECTORS = {
  item: '.detached-item',
  control: 'a, button',
  group: '.highlight-group',
  empty: CURRENT_TAB,
};

interface DetachedItemProps
  extends DoubtfulHighlight,
    Pick<DetachedViewProps, 'store' | 'readHref'> {}

function DetachedItem({ highlight, bookmark, store, readHref }: DetachedItemProps): JSX.Element {
  const titleId = useId();
  const { quote, note, color, created, doubt } = highlight;
  const wasAt = formerPlace(highlight);
  return (
    <li class="highlight-group detached-item" data-id={highlight.id}>
      <section class="stack gap-2" aria-labelledby={titleId}>
        <h2 class="truncate" id={titleId}>
          <a class="plain-link" href={readHref(bookmark.id, highlight.id)}>
            <bdi lang={bookmark.lang || undefined}>{bookmark.title}</bdi>
          </a>
        </h2>
        <p class="highlight-facts cluster row-gap-0 hint">
          <bdi>{shownSite(bookmark)}</bdi>
          <time dateTime={new Date(created).toISOString()}>{formatDate(created)}</time>
          {wasAt !== null && <span>{wasAt}</span>}
        </p>
        <InContext quote={quote} color={color} />
        {note !== '' && (
          <p class="highlight-note soft wrap-anywhere" dir="auto">
            {note}
          </p>
        )}
        {doubt === 'unsure' ? (
          <Similar highlight={highlight} store={store} />
        ) : (
          <p class="highlight-facts cluster row-gap-0 hint">{t('highlightDetached')}</p>
        )}
        <div class="cluster gap-1">
          {doubt !== 'unsure' && (
            <Button look="quiet" icon={findIcon} onClick={() => void store.findAgain(highlight)}>
              {t('highlightFindAgain')}
            </Button>
          )}
          <a class="button" data-look="quiet" href={readHref(bookmark.id, highlight.id)}>
            <Icon shapes={attachIcon} />
            <span>{t('highlightAttach')}</span>
          </a>
          <Button look="quiet" icon={noteIcon} onClick={() => void store.keepAsNote(highlight)}>
            {t('highlightKeepAsNote')}
          </Button>
          <Button look="quiet" icon={deleteIcon} onClick={() => void store.remove(highlight)}>
            {t('actionDelete')}
          </Button>
        </div>
      </section>
    </li>
  );
}

/** Describes where a highlight was when it was last found; null: it never was. */
function formerPlace({ position, pagePosition }: Highlight): string | null {
  const known = position ?? pagePosition;
  if (!known) return null;
  const percent = Math.round((100 * known.start) / Math.max(1, known.textLength));
  if (percent < 5) return t('detachedWasAtStart');
  return percent > 95 ? t('detachedWasAtEnd') : t('detachedWasAt', formatNumber(percent));
}

/** A quote between the words around it. */
const InContext = (props: { readonly quote: Quote; readonly color?: string }): JSX.Element => (
  <p class="highlight-context soft wrap-anywhere" dir="auto">
    {props.quote.prefix !== '' && `…${props.quote.prefix}`}
    <mark class={props.color ? '' : 'unsure'} style={props.color && inColor(props.color)}>
      {props.quote.exact}
    </mark>
    {props.quote.suffix !== '' && `${props.quote.suffix}…`}
  </p>
);

/** Shows the similar text that was found for a highlight, and asks if it is right. */
function Similar({
  highlight,
  store,
}: Pick<DetachedItemProps, 'highlight' | 'store'>): JSX.Element {
  const place = useSignal<Quote | null>(null);
  useEffect(
    () =>
      untilLeft(store.placeOf(highlight), (found) => {
        place.value = found?.quote ?? null;
      }),
    [highlight, store, place],
  );
  return (
    <fieldset class="highlight-question">
      <legend>{t('detachedUnsure')}</legend>
      {place.value && <InContext quote={place.value} />}
      <Button onClick={() => void store.confirm(highlight)}>{t('highlightRight')}</Button>
      <Button onClick={() => void store.refuse(highlight)}>{t('highlightWrong')}</Button>
    </fieldset>
  );
}
