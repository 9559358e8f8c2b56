import type { JSX, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Article } from '../../domain/article';
import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { HighlightId } from '../../domain/highlight';
import { highlightRepository } from '../../library';
import type { BookmarkDialogOf } from '../bookmarks/list-tools';
import { deferred } from '../components/deferred';
import { isInLibrary, useKeys } from '../components/key-bindings';
import { KeyList } from '../components/key-list';
import { ReaderHighlights } from '../highlights/reader/reader-highlights';
import { createHighlightsStore } from '../highlights/store/highlights-store';
import { highlightsOf } from '../highlights/store/stored-highlights';
import { createListening, type Listening } from '../listening/listening';
import { LIBRARY_ERRORS } from '../messages';
import { appearanceStyle, loadFont } from '../settings/appearance';
import { ReaderSettingsForm } from '../settings/reader-settings';
import { t } from '../strings';
import { inPageFragment } from './article-body';
import { NoText, ReaderGone } from './article-missing';
import { blockAt, blocksOf, findAnchor, stepBlocks } from './blocks';
import { useHiddenOnScroll } from './hidden-on-scroll';
import { keyHints, readerCommands, readerKeys } from './reader-commands';
import type { ReaderDeps } from './reader-deps';
import { ReaderEnd } from './reader-end';
import { ReaderPages, type ShownPages } from './reader-pages';
import { createReaderStore } from './reader-store';
import { ArticleText, type ReaderText } from './reader-text';
import { ReaderToolbar } from './reader-toolbar';
import { type ReadingPlace, type Viewport, windowViewport } from './reading-place';
import '../../theme/article.css';
import '../../theme/article-scripts.css';
import '../../theme/article-wide.css';
import './image-missing.css';
import './reader.css';
import './reader-end.css';
import './reader-phone.css';

const EarlierArticles = deferred(
  async () => (await import('../earlier-articles/earlier-articles')).EarlierArticles,
);
const OfferedArticle = deferred(
  async () => (await import('../earlier-articles/earlier-articles')).OfferedArticle,
);
const PlayerBar = deferred(async () => (await import('../listening/player-bar')).PlayerBar);
const CleanUpBar = deferred(async () => (await import('../clean-up/clean-up-bar')).CleanUpBar);

export interface ReaderProps {
  readonly deps: ReaderDeps;
  readonly bookmarkId: BookmarkId;
  /** The highlight at which the article is opened. By default it is opened where it was left. */
  readonly highlightId?: HighlightId | null;
  /** True where the reader is beside the list, which then has the keys that are pressed in it. */
  readonly isBesideList?: boolean;
  /** The address of another page in the reader. Absent in a popup, which shows one page. */
  readonly hrefOf?: (id: BookmarkId) => string;
  /** True where the tools are at the bottom, in reach of a thumb. */
  readonly isPhone?: boolean;
  /** Knows which page is read aloud. Absent in a popup, which shows one page. */
  readonly listening?: Listening;
  readonly onBack: () => void;
  /** Opens a dialog over the reader. */
  readonly onEdit: (kind: BookmarkDialogOf['kind'], bookmark: Bookmark) => void;
  /** Set where the reader is in a popup or a side panel. */
  readonly onOpenInTab?: () => void;
}

/**
 * Shows an article of the library. It scrolls with the window. Nothing in it is loaded from the
 * network.
 */
export function Reader(props: ReaderProps): JSX.Element | null {
  const { deps, bookmarkId } = props;
  const { library, toasts } = deps;
  const store = useMemo(
    () =>
      createReaderStore(library, bookmarkId, ({ kind }) =>
        toasts.showError(t(LIBRARY_ERRORS[kind])),
      ),
    [library, bookmarkId, toasts],
  );
  useEffect(() => store.dispose, [store]);
  const state = store.state.value;
  switch (state.kind) {
    case 'loading':
      return null;
    case 'gone':
      return <ReaderGone onBack={props.onBack} />;
    case 'ready':
      return <OpenReader key={bookmarkId} {...props} {...state} savePlace={store.savePlace} />;
  }
}

interface OpenReaderProps extends ReaderProps {
  readonly bookmark: Bookmark;
  /** undefined until it has been read. */
  readonly article: Article | null | undefined;
  savePlace(place: ReadingPlace): Promise<void>;
}

/** The reader with its bookmark loaded. */
function OpenReader(props: OpenReaderProps): JSX.Element {
  const { deps, bookmark, article } = props;
  const { reader } = deps.settings.settings.value;
  const titleId = useId();
  const settingsId = useId();
  const page = useRef<HTMLElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const [progress, setProgress] = useState(bookmark.readProgress);
  const [areKeysShown, showKeys] = useState(false);
  const [areHighlightsListed, listHighlights] = useState(false);
  // null until the article has been painted. What is not part of it comes after that.
  const [text, setText] = useState<ReaderText | null>(null);
  const [isCleaning, clean] = useState(false);
  const [arePagesWanted, wantPages] = useState<boolean | null>(null);
  const [pages, setPages] = useState<ShownPages | null>(null);
  // The other view of a document is opened there, also before it is stored.
  const place = useRef<ReadingPlace | null>(null);
  const notePlace = (seen: ReadingPlace) => {
    place.current = seen;
  };
  const [areEarlierShown, showEarlier] = useState(false);
  const highlights = useHighlights(deps, bookmark.id);
  const viewport = useReaderViewport(toolbar);
  const listening = useMemo(() => props.listening ?? createListening(), [props.listening]);
  const isHeard = listening.wanted.value === bookmark.id;
  const isToolbarHidden = useHiddenOnScroll(
    viewport,
    props.onOpenInTab !== undefined || props.isPhone === true,
  );
  const commands = readerCommands({ ...props, actions: deps.actions });
  const readable = article && article.html.trim() !== '' ? article : null;
  const hasText = readable !== null;
  const original = article?.original;
  // A phone shows the text, if there is one, because pages are too wide for it.
  const arePagesShown = original !== undefined && (arePagesWanted ?? (!props.isPhone || !hasText));
  const bindings = readerKeys({
    commands,
    settings: deps.settings,
    step(paragraphs) {
      if (pages) pages.document.goToPage(pages.document.page.value + paragraphs);
      else if (isHeard) listening.player()?.stepParagraph(paragraphs);
      else if (page.current) stepBlocks(page.current, viewport, paragraphs);
    },
    listening: hasText && canSpeak() ? { ...listening, isHeard, id: bookmark.id } : null,
    ...(pages && { zoom: pages.document.zoom }),
    highlight: () => void highlights.add(highlights.color.value),
    cleanUp: () => clean(hasText && !arePagesShown),
    showKeys: () => showKeys(true),
  });
  useKeys(bindings, null, (event) => !isCleaning && !(props.isBesideList && isInLibrary(event)));
  useDocumentTitle(bookmark.title);
  useEffect(() => void loadFont(reader.font), [reader.font]);
  // For screen readers: the article begins here, whatever had the focus in the list.
  const focusTitle = () => document.getElementById(titleId)?.focus({ preventScroll: true });
  useEffect(focusTitle, [titleId]);
  const endCleanUp = () => {
    clean(false);
    focusTitle();
  };
  // The buttons must not move when the text arrives.
  const mayHaveText = article === undefined ? bookmark.content.kind === 'article' : hasText;
  const toggles = {
    highlights: { isOn: areHighlightsListed, toggle: () => listHighlights(!areHighlightsListed) },
    ...(!arePagesShown && {
      cleanUp: { isOn: isCleaning, toggle: () => clean(!isCleaning) },
    }),
    ...(canSpeak() &&
      !arePagesShown && {
        listen: {
          isOn: isHeard,
          toggle: () => (isHeard ? listening.stop() : listening.listen(bookmark.id)),
        },
      }),
  };
  const shown = { ...props, text, viewport };

  return (
    // Beside the list, which is the main part, it is another part of the page.
    <div
      class="reader"
      {...(!props.isBesideList && { role: 'main' })}
      style={appearanceStyle(reader)}
    >
      <div class="reader-top" ref={toolbar} data-hidden={isToolbarHidden}>
        <ReaderToolbar
          bookmark={bookmark}
          commands={commands}
          settingsId={settingsId}
          exporter={deps.exporter}
          onEarlier={() => showEarlier(true)}
          {...(mayHaveText && { toggles })}
          {...(original &&
            hasText && {
              pages: { isOn: arePagesShown, toggle: () => wantPages(!arePagesShown) },
            })}
        />
        {hasText && <ReaderProgress percent={progress} />}
        {readable && isCleaning && (
          <CleanUpBar {...shown} article={readable} highlights={highlights} onClose={endCleanUp} />
        )}
      </div>
      <div id={settingsId} class="reader-settings-popover card" popover="auto">
        <ReaderSettingsForm settings={deps.settings} />
      </div>
      {readable && text && bookmark.trashedAt === null && (
        <OfferedArticle deps={deps} article={readable} onShow={() => showEarlier(true)} />
      )}
      {article && original && arePagesShown ? (
        <ReaderPages
          bookmark={atPlace(bookmark, place.current)}
          article={article}
          original={original}
          assets={deps.library.assets}
          savePlace={props.savePlace}
          onProgress={setProgress}
          onPlace={notePlace}
          onOpen={setPages}
        />
      ) : (
        <ArticleText
          {...shown}
          bookmark={atPlace(bookmark, place.current)}
          savePlace={(seen) => {
            notePlace(seen);
            return props.savePlace(seen);
          }}
          readable={readable}
          page={page}
          titleId={titleId}
          isCleaning={isCleaning}
          onProgress={setProgress}
          onText={setText}
        />
      )}
      {article !== undefined && !hasText && !original && <NoText bookmark={bookmark} deps={deps} />}
      {text && bookmark.trashedAt === null && (
        <ReaderEnd
          library={deps.library}
          bookmark={bookmark}
          commands={commands}
          onHighlights={() => listHighlights(true)}
          hrefOf={props.hrefOf}
        />
      )}
      <ReaderHighlights
        store={highlights}
        bookmark={bookmark}
        text={pages?.text ?? text}
        scrollToLine={(top) => scrollToLine(viewport, pages?.scrollBy ?? viewport.scrollBy, top)}
        isListOpen={areHighlightsListed}
        startAt={props.highlightId ?? null}
        onList={listHighlights}
      />
      {areEarlierShown && (
        <EarlierArticles deps={deps} bookmark={bookmark} onClose={() => showEarlier(false)} />
      )}
      {isHeard && (
        <PlayerBar
          {...shown}
          listening={listening}
          settings={deps.settings}
          assets={deps.library.assets}
          isEmpty={article !== undefined && !hasText}
          firstBlock={() => text && firstBlock(text.root, bookmark, viewport)}
          fragmentOf={(link) => inPageFragment(link, bookmark.url)}
        />
      )}
      {areKeysShown && <KeyList hints={keyHints(bindings)} onClose={() => showKeys(false)} />}
    </div>
  );
}

/** A block that begins this little below the toolbar is at the top, too. */
const TOP_SLACK_PX = 2;

/** Returns the block where the voice begins: that of the stored place if it is seen, or the one at the top. */
function firstBlock(root: Element, { readAnchor }: Bookmark, viewport: Viewport): Element | null {
  const { top, bottom } = viewport.screen();
  const stored = findAnchor(root, readAnchor);
  const line = stored?.getBoundingClientRect().top ?? bottom;
  if (line >= top - TOP_SLACK_PX && line < bottom) return stored;
  return blockAt(blocksOf(root), top + TOP_SLACK_PX);
}

const canSpeak = (): boolean => 'speechSynthesis' in window;

/** The part of the window below the toolbar. */
function useReaderViewport(toolbar: RefObject<HTMLElement | null>): Viewport {
  const viewport = useMemo(
    () => windowViewport(window, () => toolbar.current?.offsetHeight ?? 0),
    [],
  );
  // The list may have scrolled the same window.
  useLayoutEffect(() => viewport.shiftBy(-window.scrollY), [viewport]);
  return viewport;
}

/** Returns a bookmark with another place. */
const atPlace = (bookmark: Bookmark, place: ReadingPlace | null): Bookmark =>
  place === null
    ? bookmark
    : { ...bookmark, readAnchor: place.anchor, readProgress: place.progress };

/** Scrolls a line to the upper third of the screen. */
function scrollToLine(
  viewport: Pick<Viewport, 'screen'>,
  scrollBy: (px: number) => void,
  top: number,
): void {
  const screen = viewport.screen();
  scrollBy(top - screen.top - (screen.bottom - screen.top) / 3);
}

/** The highlights of the open article. */
function useHighlights({ library, act, toasts }: ReaderDeps, id: BookmarkId) {
  const highlights = useMemo(() => {
    const stored = highlightsOf(library.part(highlightRepository), id);
    return createHighlightsStore({ highlights: stored, act, toasts });
  }, [library, id, act, toasts]);
  useEffect(() => highlights.dispose, [highlights]);
  return highlights;
}

/** Shows the reading progress, 0 to 100, as a thin line under the toolbar. */
function ReaderProgress({ percent }: { readonly percent: number }): JSX.Element {
  return (
    <div
      class="reader-progress"
      role="progressbar"
      aria-label={t('readerProgress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}

/** Sets the document's title while an article is open, and restores the previous one afterwards. */
function useDocumentTitle(title: string): void {
  useLayoutEffect(() => {
    const before = document.title;
    const during = t('libraryTitle', title);
    document.title = during;
    return () => {
      // Unless the page has set another title since.
      if (document.title === during) document.title = before;
    };
  }, [title]);
}
