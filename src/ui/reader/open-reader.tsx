import type { JSX } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Article, Bookmark } from '../../domain';
import { KeyList } from '../key-list';
import { useKeys } from '../use-keys';
import { appearanceStyle, loadFont } from './appearance';
import { ArticleHeader } from './article-header';
import { ArticleMissing } from './article-missing';
import { ArticleOnServer } from './article-on-server';
import { ArticleView } from './article-view';
import { keepAllImages } from './keep-all-images';
import { keyHints, readerCommands, readerKeys } from './reader-commands';
import { ReaderProgress } from './reader-progress';
import type { ReaderProps } from './reader-props';
import { ReaderSettingsForm } from './reader-settings';
import { ReaderToolbar } from './reader-toolbar';
import type { ReadingPlace } from './reading-place';
import { stepBlocks } from './step-blocks';
import { useDocumentTitle } from './use-document-title';
import { useRollAway } from './use-roll-away';
import { windowViewport } from './viewport';

interface OpenReaderProps extends ReaderProps {
  readonly bookmark: Bookmark;
  readonly article: Article | null;
  keepPlace(place: ReadingPlace): Promise<void>;
}

/** The reader with something to show. */
export function OpenReader(props: OpenReaderProps): JSX.Element {
  const { deps, bookmark, article } = props;
  const { reader } = deps.settings.settings.value;
  const titleId = useId();
  const settingsId = useId();
  const text = useRef<HTMLElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const [progress, setProgress] = useState(bookmark.readProgress);
  const [areKeysShown, showKeys] = useState(false);
  const viewport = useMemo(
    () => windowViewport(window, () => toolbar.current?.offsetHeight ?? 0),
    [],
  );
  // The list before may have been scrolled in the same window.
  useLayoutEffect(() => viewport.shiftBy(-window.scrollY), [viewport]);
  const isRolledAway = useRollAway(viewport, props.onOpenInTab !== undefined);
  const commands = readerCommands({
    bookmark,
    actions: deps.actions,
    onBack: props.onBack,
    onLabels: props.onLabels,
    onOpenInTab: props.onOpenInTab,
  });
  const bindings = readerKeys({
    commands,
    settings: deps.settings,
    step: (paragraphs) => text.current && stepBlocks(text.current, viewport, paragraphs),
    showKeys: () => showKeys(true),
  });
  useKeys(bindings);
  useDocumentTitle(bookmark.title);
  useEffect(() => void loadFont(reader.font), [reader.font]);
  // For those who hear the page: the article begins here, whatever was in focus in the list.
  useEffect(() => document.getElementById(titleId)?.focus({ preventScroll: true }), [titleId]);

  const hasText = article !== null && article.html.trim() !== '';
  const { content } = bookmark;
  const isOnServer = content.kind === 'address' && content.reason === 'on-server';
  const hasLead = !article?.images.some(({ hash }) => hash === bookmark.image);
  return (
    <div class="reader" style={appearanceStyle(reader)}>
      <div class="reader-top" ref={toolbar} data-hidden={isRolledAway}>
        <ReaderToolbar bookmark={bookmark} commands={commands} settingsId={settingsId} />
        {hasText && <ReaderProgress percent={progress} />}
      </div>
      <div id={settingsId} class="reader-settings-popover" popover="auto">
        <ReaderSettingsForm settings={deps.settings} />
      </div>
      <article
        class="reader-text"
        ref={text}
        lang={bookmark.lang || undefined}
        dir={bookmark.textDirection ?? 'auto'}
        aria-labelledby={titleId}
        data-empty={!hasText}
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
            save={(place) => void props.keepPlace(place)}
            onProgress={setProgress}
            onKeepImages={() => void keepAllImages(deps, bookmark.id)}
          />
        )}
      </article>
      {!hasText &&
        (isOnServer ? (
          <ArticleOnServer {...{ bookmark }} background={deps.background} />
        ) : (
          <ArticleMissing bookmark={bookmark} background={deps.background} />
        ))}
      {areKeysShown && <KeyList hints={keyHints(bindings)} onClose={() => showKeys(false)} />}
    </div>
  );
}
