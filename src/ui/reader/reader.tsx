import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Article, Bookmark, BookmarkId, HighlightId } from '../../domain';
import { highlightRepository } from '../../library';
import type { Library } from '../../library/repository';
import type { Background } from '../background';
import type { BookmarkActions } from '../bookmarks/bookmark-actions';
import type { BookmarkDialogOf } from '../bookmarks/list-tools';
import { keepAllImages } from '../capture/keep-all-images';
import { deferred } from '../components/deferred';
import { isInLibrary, useKeys } from '../components/key-bindings';
import { KeyList } from '../components/key-list';
import type { ToastStore } from '../components/toasts';
import { paintArticle } from '../highlights/article-text';
import { createHighlightsStore, highlightsOf } from '../highlights/highlights-store';
import type { PaintedText } from '../highlights/painted-text';
import { ReaderHighlights } from '../highlights/reader-highlights';
import { LIBRARY_ERRORS } from '../messages';
import { appearanceStyle, loadFont } from '../settings/appearance';
import type { ImageAccess } from '../settings/image-access';
import { ReaderSettingsForm } from '../settings/reader-settings';
import type { SettingsStore } from '../settings/settings-store';
import { t } from '../strings';
import type { Exporter } from '../transfer/export-store';
import { ArticleHeader } from './article-header';
import { isPlaceholder } from './article-images';
import { ArticleMissing, ArticleOnServer, ReaderGone } from './article-missing';
import { ArticleView } from './article-view';
import { stepBlocks } from './blocks';
import { keyHints, readerCommands, readerKeys } from './reader-commands';
import { createReaderStore } from './reader-store';
import { ReaderToolbar } from './reader-toolbar';
import { type ReadingPlace, type Viewport, windowViewport } from './reading-place';
import '../../theme/article.css';
import '../../theme/article-scripts.css';
import '../../theme/article-wide.css';
import './image-missing.css';
import './reader.css';

const CleanUpBar = deferred(async () => (await import('../clean-up/clean-up-bar')).CleanUpBar);
const ArticleMenu = deferred(async () => (await import('../transfer/article-menu')).ArticleMenu);

/** The dependencies of the reader, which the page provides. */
export interface ReaderDeps {
  readonly library: Library;
  readonly background: Background;
  readonly settings: SettingsStore;
  readonly imageAccess: ImageAccess;
  /** Absent in a popup, which may close while a file is written. */
  readonly exporter?: (() => Promise<Exporter>) | undefined;
  readonly actions: BookmarkActions;
  readonly toasts: Pick<ToastStore, 'show' | 'showError' | 'offerUndo'>;
}

interface ReaderProps {
  readonly deps: ReaderDeps;
  readonly bookmarkId: BookmarkId;
  /** The highlight at which the article is opened. By default it is opened where it was left. */
  readonly highlightId?: HighlightId | null;
  /** True where the reader is beside the list, which then has the keys that are pressed in it. */
  readonly isBesideList?: boolean;
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
  readonly article: Article | null;
  savePlace(place: ReadingPlace): Promise<void>;
}

/** The reader with its bookmark loaded. */
function OpenReader(props: OpenReaderProps): JSX.Element {
  const { deps, bookmark, article } = props;
  const { reader } = deps.settings.settings.value;
  const titleId = useId();
  const settingsId = useId();
  const menuId = useId();
  const [isMenuOpen, openMenu] = useState(false);
  const page = useRef<HTMLElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const [progress, setProgress] = useState(bookmark.readProgress);
  const [areKeysShown, showKeys] = useState(false);
  const [areHighlightsListed, listHighlights] = useState(false);
  const [text, setText] = useState<PaintedText | null>(null);
  const [isCleaning, clean] = useState(false);
  const highlights = useMemo(
    () =>
      createHighlightsStore({
        highlights: highlightsOf(
          deps.library.part(highlightRepository),
          bookmark.id,
          () => void deps.background.libraryChanged(),
        ),
        toasts: deps.toasts,
      }),
    [deps.library, bookmark.id, deps.toasts],
  );
  useEffect(() => highlights.dispose, [highlights]);
  const viewport = useMemo(
    () => windowViewport(window, () => toolbar.current?.offsetHeight ?? 0),
    [],
  );
  // The list may have scrolled the same window.
  useLayoutEffect(() => viewport.shiftBy(-window.scrollY), [viewport]);
  const isToolbarHidden = useHiddenOnScroll(viewport, props.onOpenInTab !== undefined);
  const commands = readerCommands({
    bookmark,
    actions: deps.actions,
    onBack: props.onBack,
    onEdit: props.onEdit,
    onOpenInTab: props.onOpenInTab,
  });
  const hasText = article !== null && article.html.trim() !== '';
  const bindings = readerKeys({
    commands,
    settings: deps.settings,
    step: (paragraphs) => page.current && stepBlocks(page.current, viewport, paragraphs),
    highlight: () => void highlights.add(highlights.color.value),
    cleanUp: () => clean(hasText),
    showKeys: () => showKeys(true),
  });
  useKeys(bindings, null, (event) => !isCleaning && !(props.isBesideList && isInLibrary(event)));
  useDocumentTitle(bookmark.title);
  useEffect(() => void loadFont(reader.font), [reader.font]);
  // For screen readers: the article begins here, whatever had the focus in the list.
  useEffect(() => document.getElementById(titleId)?.focus({ preventScroll: true }), [titleId]);

  const { content } = bookmark;
  const isOnServer = content.kind === 'address' && content.reason === 'on-server';
  const hasLead = !article?.images.some(({ hash }) => hash === bookmark.image);
  return (
    <div class="reader" style={appearanceStyle(reader)}>
      <div class="reader-top" ref={toolbar} data-hidden={isToolbarHidden}>
        <ReaderToolbar
          bookmark={bookmark}
          commands={commands}
          settingsId={settingsId}
          menuId={menuId}
          {...(hasText && {
            highlights: {
              isOpen: areHighlightsListed,
              toggle: () => listHighlights(!areHighlightsListed),
            },
            cleanUp: { isOn: isCleaning, toggle: () => clean(!isCleaning) },
          })}
        />
        {hasText && <ReaderProgress percent={progress} />}
        {article && hasText && isCleaning && (
          <CleanUpBar
            {...{ deps, bookmark, article, text, highlights, viewport }}
            onClose={() => {
              clean(false);
              document.getElementById(titleId)?.focus({ preventScroll: true });
            }}
          />
        )}
      </div>
      <div id={settingsId} class="reader-settings-popover" popover="auto">
        <ReaderSettingsForm settings={deps.settings} />
      </div>
      <div
        id={menuId}
        class="reader-settings-popover"
        popover="auto"
        role="dialog"
        aria-label={t('articleMenu')}
        onToggle={() => openMenu(true)}
      >
        {isMenuOpen && (
          <ArticleMenu bookmark={bookmark} exporter={deps.exporter} storage={localStorage} />
        )}
      </div>
      <article
        class="reader-text"
        ref={page}
        lang={bookmark.lang || undefined}
        dir={bookmark.textDirection ?? 'auto'}
        aria-labelledby={titleId}
        data-empty={!hasText}
        data-cleaning={isCleaning}
      >
        <ArticleHeader
          bookmark={bookmark}
          titleId={titleId}
          hasLead={hasLead}
          assets={deps.library.assets}
        />
        {article && hasText && (
          <ArticleView
            article={article}
            bookmark={bookmark}
            assets={deps.library.assets}
            viewport={viewport}
            save={(place) => void props.savePlace(place)}
            onProgress={setProgress}
            onKeepImages={() => void keepAllImages(deps, bookmark.id)}
            onText={(root) => setText(root && paintArticle(root, isPlaceholder))}
          />
        )}
      </article>
      {!hasText &&
        (isOnServer ? (
          <ArticleOnServer {...{ bookmark }} background={deps.background} />
        ) : (
          <ArticleMissing bookmark={bookmark} background={deps.background} />
        ))}
      <ReaderHighlights
        store={highlights}
        bookmark={bookmark}
        text={text}
        scrollToLine={(top) => {
          const screen = viewport.screen();
          viewport.scrollBy(top - screen.top - (screen.bottom - screen.top) / 3);
        }}
        isListOpen={areHighlightsListed}
        startAt={props.highlightId ?? null}
        onList={listHighlights}
      />
      {areKeysShown && <KeyList hints={keyHints(bindings)} onClose={() => showKeys(false)} />}
    </div>
  );
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

/** Shorter scrolls are ignored, because a finger is never quite still. */
const SCROLL_SLACK_PX = 8;

/**
 * Returns true while the user scrolls down, to hide the toolbar. Returns false after a scroll up
 * and at both ends.
 */
function useHiddenOnScroll(viewport: Viewport, isEnabled: boolean): boolean {
  const [isAway, setAway] = useState(false);
  useLayoutEffect(() => {
    if (!isEnabled) return;
    let before: number | null = null;
    return viewport.onScroll(() => {
      const now = window.scrollY;
      // The first event only provides the start position: an article may open in the middle.
      before ??= now;
      if (Math.abs(now - before) < SCROLL_SLACK_PX) return;
      const isAtEnd =
        now + window.innerHeight >= document.documentElement.scrollHeight - SCROLL_SLACK_PX;
      setAway(now > before && !isAtEnd);
      before = now;
    });
  }, [viewport, isEnabled]);
  return isAway;
}
