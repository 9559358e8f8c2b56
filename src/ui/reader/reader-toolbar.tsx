import settingsIcon from 'lucide-static/icons/a-large-small.svg?icon';
import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import restoreIcon from 'lucide-static/icons/archive-restore.svg?icon';
import backIcon from 'lucide-static/icons/arrow-left.svg?icon';
import cleanUpIcon from 'lucide-static/icons/eraser.svg?icon';
import originalIcon from 'lucide-static/icons/external-link.svg?icon';
import pagesIcon from 'lucide-static/icons/file-text.svg?icon';
import listenIcon from 'lucide-static/icons/headphones.svg?icon';
import highlightsIcon from 'lucide-static/icons/highlighter.svg?icon';
import earlierIcon from 'lucide-static/icons/history.svg?icon';
import textIcon from 'lucide-static/icons/letter-text.svg?icon';
import tabIcon from 'lucide-static/icons/maximize-2.svg?icon';
import editIcon from 'lucide-static/icons/pencil.svg?icon';
import shareIcon from 'lucide-static/icons/share-2.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import labelsIcon from 'lucide-static/icons/tag.svg?icon';
import deleteIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Bookmark, openableUrl } from '../../domain/bookmark';
import { Button, IconButton } from '../components/button';
import { deferred } from '../components/deferred';
import { Icon } from '../components/icon';
import { MoreMenu } from '../components/more-menu';
import { t } from '../strings';
import type { Exporter } from '../transfer/export-store';
import type { ReaderCommands } from './reader-commands';

const ArticleMenu = deferred(async () => (await import('../transfer/article-menu')).ArticleMenu);

interface ReaderToolbarProps {
  readonly bookmark: Bookmark;
  readonly commands: ReaderCommands;
  /** The id of the popover that *Reader settings* opens. */
  readonly settingsId: string;
  /** The modes of an article. Absent where there is no text. */
  readonly toggles?: Record<'highlights', Toggle> & {
    /** Absent where pages are shown instead of the text. */
    readonly cleanUp?: Toggle;
    /** The same, and where the browser has no voices. */
    readonly listen?: Toggle;
  };
  /** The pages of a document, where the text can be shown, too. */
  readonly pages?: Toggle;
  readonly exporter?: (() => Promise<Exporter>) | undefined;
  readonly onEarlier: () => void;
}

interface Toggle {
  readonly isOn: boolean;
  toggle(): void;
}

/** The buttons of the reader, in one line. */
export function ReaderToolbar(props: ReaderToolbarProps): JSX.Element {
  const { bookmark, commands, settingsId, toggles } = props;
  return (
    <div class="reader-toolbar" role="toolbar" aria-label={t('searchTypeArticle')}>
      <span class="named-buttons">
        <IconButton label={t('readerBack')} icon={backIcon} onClick={commands.back} />
      </span>
      <span class="reader-toolbar-space" />
      {bookmark.trashedAt === null ? (
        <BookmarkButtons bookmark={bookmark} commands={commands} />
      ) : (
        <IconButton label={t('actionRestore')} icon={restoreIcon} onClick={commands.restore} />
      )}
      {props.pages && (
        <Button
          look="quiet"
          icon={props.pages.isOn ? textIcon : pagesIcon}
          onClick={props.pages.toggle}
        >
          {t(props.pages.isOn ? 'pdfAsText' : 'pdfPages')}
        </Button>
      )}
      {toggles?.listen && (
        <IconButton
          label={t('listen')}
          icon={listenIcon}
          isExpanded={toggles.listen.isOn}
          onClick={toggles.listen.toggle}
        />
      )}
      {toggles && (
        <IconButton
          label={t('highlightsTitle')}
          icon={highlightsIcon}
          isExpanded={toggles.highlights.isOn}
          onClick={toggles.highlights.toggle}
        />
      )}
      <IconButton label={t('readerSettings')} icon={settingsIcon} popoverTarget={settingsId} />
      <ReaderMenu {...props} />
    </div>
  );
}

function BookmarkButtons(props: Pick<ReaderToolbarProps, 'bookmark' | 'commands'>): JSX.Element {
  const { bookmark, commands } = props;
  return (
    <span class="named-buttons">
      <IconButton
        label={t('actionFavourite')}
        icon={starIcon}
        isPressed={bookmark.isFavourite}
        onClick={commands.toggleFavourite}
      />
      <IconButton
        label={t('actionArchive')}
        icon={archiveIcon}
        isPressed={bookmark.isArchived}
        onClick={commands.toggleArchived}
      />
      <IconButton label={t('labelsTitle')} icon={labelsIcon} onClick={commands.editLabels} />
    </span>
  );
}

/** The rarer actions. What copies and exports the article is loaded when the menu opens. */
function ReaderMenu(props: ReaderToolbarProps): JSX.Element {
  const { bookmark, commands, toggles, exporter } = props;
  const [isOpened, open] = useState(false);
  const isKept = bookmark.trashedAt === null;
  return (
    <MoreMenu onToggle={() => open(true)}>
      {isKept && (
        <>
          <Button look="quiet" icon={shareIcon} onClick={commands.share}>
            {t('actionShare')}
          </Button>
          <Button look="quiet" icon={editIcon} onClick={commands.editDetails}>
            {t('actionEdit')}
          </Button>
        </>
      )}
      {toggles?.cleanUp && (
        <Button look="quiet" icon={cleanUpIcon} onClick={toggles.cleanUp.toggle}>
          {t('cleanUp')}
        </Button>
      )}
      {isKept && (
        <Button look="quiet" icon={earlierIcon} onClick={props.onEarlier}>
          {t('spaceRevisions')}
        </Button>
      )}
      {commands.openInTab && (
        <Button look="quiet" icon={tabIcon} onClick={commands.openInTab}>
          {t('actionOpenInTab')}
        </Button>
      )}
      <OriginalLink bookmark={bookmark} look="quiet" />
      {isKept && (
        <Button look="quiet" icon={deleteIcon} onClick={commands.remove}>
          {t('actionDelete')}
        </Button>
      )}
      {isOpened && (
        <>
          <hr />
          <ArticleMenu bookmark={bookmark} exporter={exporter} storage={localStorage} />
        </>
      )}
    </MoreMenu>
  );
}

interface OriginalLinkProps {
  readonly bookmark: Bookmark;
  readonly look: 'primary' | 'plain' | 'quiet';
}

/**
 * A link that opens the original page in a new tab. Renders nothing when the address must not be
 * opened.
 */
export function OriginalLink({ bookmark, look }: OriginalLinkProps): JSX.Element | null {
  const href = openableUrl(bookmark);
  if (href === null) return null;
  return (
    <a class="button" data-look={look} href={href} target="_blank" rel="noopener noreferrer">
      {look === 'quiet' && <Icon shapes={originalIcon} />}
      <span>{t('readerOpenOriginal')}</span>
    </a>
  );
}
