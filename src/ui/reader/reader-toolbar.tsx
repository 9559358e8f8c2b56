import settingsIcon from 'lucide-static/icons/a-large-small.svg?icon';
import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import restoreIcon from 'lucide-static/icons/archive-restore.svg?icon';
import backIcon from 'lucide-static/icons/arrow-left.svg?icon';
import menuIcon from 'lucide-static/icons/download.svg?icon';
import cleanUpIcon from 'lucide-static/icons/eraser.svg?icon';
import originalIcon from 'lucide-static/icons/external-link.svg?icon';
import highlightsIcon from 'lucide-static/icons/highlighter.svg?icon';
import tabIcon from 'lucide-static/icons/maximize-2.svg?icon';
import editIcon from 'lucide-static/icons/pencil.svg?icon';
import shareIcon from 'lucide-static/icons/share-2.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import labelsIcon from 'lucide-static/icons/tag.svg?icon';
import deleteIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import { type Bookmark, openableUrl } from '../../domain/bookmark';
import { IconButton } from '../components/button';
import { Icon } from '../components/icon';
import { t } from '../strings';
import type { ReaderCommands } from './reader-commands';

interface ReaderToolbarProps {
  readonly bookmark: Bookmark;
  readonly commands: ReaderCommands;
  /** The id of the popover that *Reader settings* opens. */
  readonly settingsId: string;
  /** The id of the popover that exports and copies the article. */
  readonly menuId: string;
  /** The modes of an article. Absent where there is no text. */
  readonly toggles?: Record<'highlights' | 'cleanUp', Toggle>;
}

interface Toggle {
  readonly isOn: boolean;
  toggle(): void;
}

/** The buttons of the reader. */
export function ReaderToolbar(props: ReaderToolbarProps): JSX.Element {
  const { bookmark, commands, settingsId, menuId, toggles } = props;
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
      {toggles && (
        <>
          <IconButton
            label={t('highlightsTitle')}
            icon={highlightsIcon}
            isExpanded={toggles.highlights.isOn}
            onClick={toggles.highlights.toggle}
          />
          <IconButton
            label={t('cleanUp')}
            icon={cleanUpIcon}
            isPressed={toggles.cleanUp.isOn}
            onClick={toggles.cleanUp.toggle}
          />
        </>
      )}
      <IconButton label={t('articleMenu')} icon={menuIcon} popoverTarget={menuId} />
      <IconButton label={t('readerSettings')} icon={settingsIcon} popoverTarget={settingsId} />
      {commands.openInTab && (
        <IconButton label={t('actionOpenInTab')} icon={tabIcon} onClick={commands.openInTab} />
      )}
      <OriginalLink bookmark={bookmark} look="icon" />
      {/* Last: after *Open in tab* the pointer must not be over the delete button of the new tab. */}
      {bookmark.trashedAt === null && (
        <IconButton label={t('actionDelete')} icon={deleteIcon} onClick={commands.remove} />
      )}
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
      <IconButton label={t('actionEdit')} icon={editIcon} onClick={commands.editDetails} />
      <IconButton label={t('actionShare')} icon={shareIcon} onClick={commands.share} />
    </span>
  );
}

interface OriginalLinkProps {
  readonly bookmark: Bookmark;
  readonly look: 'primary' | 'quiet' | 'icon';
}

/**
 * A link that opens the original page in a new tab. Renders nothing when the address must not be
 * opened.
 */
export function OriginalLink({ bookmark, look }: OriginalLinkProps): JSX.Element | null {
  const href = openableUrl(bookmark);
  if (href === null) return null;
  const label = t('readerOpenOriginal');
  const isIcon = look === 'icon';
  return (
    <a
      class={isIcon ? 'icon-button' : 'button'}
      data-look={look === 'primary' ? look : undefined}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={isIcon ? label : undefined}
      aria-label={isIcon ? label : undefined}
    >
      {isIcon ? <Icon shapes={originalIcon} /> : label}
    </a>
  );
}
