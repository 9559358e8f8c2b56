import downloadIcon from 'lucide-static/icons/download.svg?icon';
import attachIcon from 'lucide-static/icons/link.svg?icon';
import findIcon from 'lucide-static/icons/search.svg?icon';
import noteIcon from 'lucide-static/icons/sticky-note.svg?icon';
import deleteIcon from 'lucide-static/icons/trash-2.svg?icon';
import closeIcon from 'lucide-static/icons/x.svg?icon';
import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { Highlight } from '../../../domain/highlight';
import { slug } from '../../../formats/files/file-name';
import { Button, IconButton } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { useItemFocus } from '../../components/item-list';
import { t } from '../../strings';
import type { HighlightActions, ListedHighlight } from '../store/listed-highlights';
import { HighlightedQuote, LocalOnlyLine } from './highlight-controls';
import {
  downloadMarkdown,
  type HighlightsOfPage,
  highlightsAsMarkdown,
  pageText,
} from './highlight-copy';
import './highlight-list.css';

interface HighlightListProps extends HighlightItemsProps {
  readonly bookmark: HighlightsOfPage['bookmark'];
  /** The text of an empty list. */
  readonly empty: string;
  readonly onClose: () => void;
}

/** The highlights of an article or a page beside its text. */
export function HighlightList(props: HighlightListProps): JSX.Element {
  const { store, bookmark, empty, onClose, ...items } = props;
  const listed = store.listed.value;
  const list = useRef<HTMLElement>(null);
  useItemFocus(list, HIGHLIGHT_SELECTORS, listed);
  return (
    <aside class="highlight-list scroll" aria-label={t('highlightsTitle')} tabIndex={-1} ref={list}>
      <header class="line split gap-0">
        <h2>{t('highlightsTitle')}</h2>
        <IconButton label={t('actionClose')} icon={closeIcon} onClick={onClose} />
      </header>
      {listed.length === 0 ? (
        <p class="soft">{empty}</p>
      ) : (
        <>
          <HighlightItems store={store} {...items} />
          <MarkdownActions bookmark={bookmark} listed={listed} />
        </>
      )}
    </aside>
  );
}

const HIGHLIGHT_SELECTORS = { item: 'li', control: 'button', empty: '.highlight-list' };

interface MarkdownActionsProps {
  readonly bookmark: HighlightsOfPage['bookmark'];
  readonly listed: readonly ListedHighlight[];
}

/** Copies the highlights of a page as Markdown, or downloads them. */
function MarkdownActions({ bookmark, listed }: MarkdownActionsProps): JSX.Element {
  const markdown = useMemo(
    () => () =>
      highlightsAsMarkdown([{ bookmark, highlights: listed.map(({ highlight }) => highlight) }]),
    [listed, bookmark],
  );
  const download = async () =>
    downloadMarkdown(`${slug(bookmark.title)}-highlights.md`, await markdown());
  return (
    <div class="cluster gap-1">
      <CopyButton label={t('highlightsCopyMarkdown')} text={markdown} />
      <Button icon={downloadIcon} onClick={() => void download()}>
        {t('highlightsDownload')}
      </Button>
    </div>
  );
}

interface HighlightItemsProps {
  readonly store: HighlightActions;
  /** Scrolls to a highlight and opens its editor. */
  readonly onShow: (highlight: Highlight) => void;
  /** Looks for the highlights again, in a page that can change. Absent for an article. */
  readonly onFindAgain?: () => void;
}

/** The highlights of a text in its order, with what a person can do about those without a place. */
function HighlightItems({ store, ...props }: HighlightItemsProps): JSX.Element {
  return (
    <ol class="stack gap-4">
      {store.listed.value.map((each) => (
        <li key={each.highlight.id} class="stack gap-1">
          <ListedQuote {...each} onShow={props.onShow} />
          <PageLine highlight={each.highlight} />
          {each.highlight.note !== '' && <p dir="auto">{each.highlight.note}</p>}
          <LocalOnlyLine reason={store.localOnly.value.get(each.highlight.id)} />
          {each.place === null && <DetachedActions store={store} {...props} {...each} />}
        </li>
      ))}
    </ol>
  );
}

/** Says on which page of its document a highlight is. */
function PageLine({ highlight }: Pick<ListedHighlight, 'highlight'>): JSX.Element | null {
  const page = pageText(highlight);
  return page === null ? null : <p class="soft">{page}</p>;
}

function ListedQuote({
  highlight,
  place,
  onShow,
}: ListedHighlight & Pick<HighlightItemsProps, 'onShow'>): JSX.Element {
  const quote = (
    <HighlightedQuote color={highlight.color}>{highlight.quote.exact}</HighlightedQuote>
  );
  if (place === null) return quote;
  return (
    <>
      <button type="button" class="highlight-list-show" onClick={() => onShow(highlight)}>
        {quote}
      </button>
      {!place.isSure && <p class="soft">{t('highlightUnsure')}</p>}
    </>
  );
}

/** The actions for a highlight whose text is not in the article. */
function DetachedActions({
  store,
  highlight,
  onFindAgain,
}: ListedHighlight & Omit<HighlightItemsProps, 'onShow'>): JSX.Element {
  const { prefix, suffix } = highlight.quote;
  const detached = onFindAgain ? 'highlightNotOnPage' : 'highlightDetached';
  return (
    <>
      {prefix + suffix !== '' && (
        <p class="soft" dir="auto">
          …{prefix} <q>…</q> {suffix}…
        </p>
      )}
      <p class="soft">{t(highlight.isNoteOnly ? 'highlightNoteOnly' : detached)}</p>
      <div class="cluster gap-1">
        <Button
          look="quiet"
          icon={attachIcon}
          isDisabled={!store.hasSelection.value}
          onClick={() => void store.reattach(highlight)}
        >
          {t('highlightAttach')}
        </Button>
        {highlight.isNoteOnly ? (
          <Button look="quiet" icon={findIcon} onClick={() => void store.keepInText(highlight)}>
            {t('highlightFindAgain')}
          </Button>
        ) : (
          <>
            {onFindAgain && (
              <Button look="quiet" icon={findIcon} onClick={onFindAgain}>
                {t('highlightFindAgain')}
              </Button>
            )}
            <Button look="quiet" icon={noteIcon} onClick={() => void store.keepAsNote(highlight)}>
              {t('highlightKeepAsNote')}
            </Button>
          </>
        )}
        <Button look="quiet" icon={deleteIcon} onClick={() => void store.remove(highlight)}>
          {t('actionDelete')}
        </Button>
      </div>
    </>
  );
}
