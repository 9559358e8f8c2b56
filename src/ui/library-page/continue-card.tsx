import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Bookmark, isInView, shownSite } from '../../domain/bookmark';
import type { AccountKey, ContentsRepository, Library } from '../../library';
import { type ListRow, parseRow, shortenRow } from '../bookmarks/snapshot';
import { SiteMark } from '../components/site-mark';
import { createMirror, libraryMirrorKey, type MirrorStorage } from '../mirror';
import { formatUnit, t } from '../strings';
import { RowThumbnail } from '../thumbnails/row-thumbnail';
import { pageHref } from './route';
import './continue-card.css';

/** The newest pages that are being read. The one that was changed last is offered. */
const MAX_COMPARED_PAGES = 200;
const BEING_READ: Parameters<ContentsRepository['watchIds']>[0] = {
  view: 'unread',
  sort: { by: 'saved', isReversed: false },
  conditions: [{ kind: 'state', state: 'reading', isExcluded: false }],
};

/** Returns the page that was read last and not to its end. The list of ids may be a moment old. */
const pageToContinue = (pages: readonly Bookmark[]): Bookmark | null =>
  pages
    .filter((page) => isInView(page, 'unread') && page.readProgress > 0 && page.readProgress < 100)
    .reduce<Bookmark | null>(
      (last, page) => (last === null || page.updated > last.updated ? page : last),
      null,
    );

export const minutesLeft = ({
  readingTimeMinutes,
  readProgress,
}: Pick<Bookmark, 'readingTimeMinutes' | 'readProgress'>): number =>
  Math.max(1, Math.ceil(readingTimeMinutes * (1 - readProgress / 100)));

interface ContinueCardProps {
  readonly library: Promise<Library>;
  readonly account: AccountKey;
  readonly storage: MirrorStorage;
}

/** Offers the page that was read last. Shows nothing if there is none. */
export function ContinueCard(props: ContinueCardProps) {
  const page = usePageToContinue(props);
  return page && <PageCard page={page} library={props.library} />;
}

function usePageToContinue({ library, account, storage }: ContinueCardProps): ListRow | null {
  // The first paint has the card as it was last shown, so that it moves no rows.
  const [mirror] = useState(() =>
    createMirror(
      storage,
      libraryMirrorKey('continue', account),
      parseRow,
      (row) => row && shortenRow(row),
    ),
  );
  const page = useSignal(mirror.read());
  useEffect(() => {
    let [stopIds, stopPages, isOver] = [() => {}, () => {}, false];
    void library.then(async (opened) => {
      const { contentsRepository } = await import('../../library');
      if (isOver) return;
      stopIds = opened.part(contentsRepository).watchIds(BEING_READ, (ids) => {
        stopPages();
        stopPages = opened.bookmarks.watchMany(ids.slice(0, MAX_COMPARED_PAGES), (pages) => {
          page.value = pageToContinue(pages);
          mirror.write(page.value);
        });
      });
    });
    return () => {
      isOver = true;
      stopIds();
      stopPages();
    };
  }, [library, mirror, page]);
  return page.value;
}

interface PageCardProps {
  readonly page: ListRow;
  readonly library: Promise<Library>;
}

function PageCard({ page, library }: PageCardProps): JSX.Element {
  const site = shownSite(page);
  return (
    <a class="continue-card card line gap-4" href={pageHref(page.id)}>
      <RowThumbnail row={page} library={library} />
      <span class="continue-words stack gap-1">
        <span class="continue-name">{t('continueReading')}</span>{' '}
        <bdi class="continue-title match-parent" lang={page.lang || undefined}>
          {page.title}
        </bdi>
        <span class="continue-bar" aria-hidden="true">
          <span style={{ inlineSize: `${page.readProgress}%` }} />
        </span>{' '}
        <span class="continue-facts line soft">
          <SiteMark page={page} library={library} />
          {site && <bdi class="truncate continue-site">{site}</bdi>}{' '}
          <span>{t('minutesLeft', formatUnit(minutesLeft(page), 'minute'))}</span>
        </span>
      </span>
    </a>
  );
}
