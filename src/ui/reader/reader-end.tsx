import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import nextIcon from 'lucide-static/icons/arrow-right.svg?icon';
import highlightsIcon from 'lucide-static/icons/highlighter.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { Library } from '../../library';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import { t } from '../strings';
import type { ReaderCommands } from './reader-commands';

interface ReaderEndProps {
  readonly library: Pick<Library, 'bookmarks'>;
  readonly bookmark: Bookmark;
  readonly commands: ReaderCommands;
  readonly onHighlights: () => void;
  /** The address of a page in the reader. Absent in a popup, which shows one page. */
  readonly hrefOf?: ((id: BookmarkId) => string) | undefined;
}

/** The actions after an article: archive, favourite, its highlights, the next unread page. */
export function ReaderEnd(props: ReaderEndProps): JSX.Element {
  const { library, bookmark, commands, hrefOf } = props;
  const [next, setNext] = useState<Bookmark | null>(null);
  const { id, created } = bookmark;
  useEffect(() => {
    if (hrefOf === undefined) return;
    let isGone = false;
    nextUnread(library, { id, created })
      .then((found) => {
        if (!isGone) setNext(found);
      })
      // The library was closed, for instance by a sign-out in another tab. Nothing is next then.
      .catch(() => setNext(null));
    return () => {
      isGone = true;
    };
  }, [library, id, created, hrefOf]);
  return (
    <footer class="reader-end stack gap-4">
      <div class="reader-end-actions cluster">
        <Button
          icon={archiveIcon}
          isPressed={bookmark.isArchived}
          onClick={commands.toggleArchived}
        >
          {t('actionArchive')}
        </Button>
        <Button icon={starIcon} isPressed={bookmark.isFavourite} onClick={commands.toggleFavourite}>
          {t('actionFavourite')}
        </Button>
        <Button icon={highlightsIcon} onClick={props.onHighlights}>
          {t('highlightsTitle')}
        </Button>
      </div>
      {next && hrefOf && (
        <a class="reader-next card" href={hrefOf(next.id)}>
          <span class="reader-next-name">{t('readerNext')}</span>
          <span class="reader-next-title" dir="auto">
            {next.title}
          </span>
          <Icon shapes={nextIcon} />
        </a>
      )}
    </footer>
  );
}

/** Returns the unread page that was saved before this one; after the oldest the newest. */
async function nextUnread(
  { bookmarks }: Pick<Library, 'bookmarks'>,
  { id, created }: Pick<Bookmark, 'id' | 'created'>,
): Promise<Bookmark | null> {
  const unread = { view: 'unread', limit: 1 } as const;
  const [older] = (await bookmarks.page({ ...unread, after: { sort: created, id } })).rows;
  if (older !== undefined) return older;
  const [newest] = (await bookmarks.page({ ...unread, after: null })).rows;
  return newest === undefined || newest.id === id ? null : newest;
}
