import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import { type Library, syncLists, type Titles } from '../../library';
import type { Decisions } from '../../sync';
import { Button } from '../components/button';
import { into } from '../components/signals';
import { LIBRARY_ERRORS } from '../messages';
import { formatNumber, t } from '../strings';

/** The bookmarks that are listed at once. Others follow when these are replaced. */
const MAX_LISTED_BOOKMARKS = 50;

interface OnlyHereListProps {
  readonly library: Pick<Library, 'part'>;
  readonly decisions: Pick<Decisions, 'replaceOnServer'>;
  readonly hrefOf: (id: BookmarkId) => string;
  readonly onDecided: () => void;
}

/**
 * Lists the bookmarks whose articles a server lacks that does not replace articles, and offers to create
 * them there anew. Shows nothing when there are none.
 */
export function OnlyHereList(props: OnlyHereListProps): JSX.Element | null {
  const { library, decisions, hrefOf, onDecided } = props;
  const id = useId();
  const titles = useSignal<Titles>(new Map());
  const problem = useSignal<string | null>(null);
  useEffect(
    () => library.part(syncLists).watchOnlyHere(MAX_LISTED_BOOKMARKS, into(titles)),
    [library, titles],
  );
  const replace = async (bookmarkId: BookmarkId) => {
    const done = await decisions.replaceOnServer(bookmarkId);
    problem.value = done.ok ? null : t(LIBRARY_ERRORS[done.error.kind]);
    if (done.ok) onDecided();
  };
  if (titles.value.size === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('onlyHereArticles', formatNumber(titles.value.size))}</h2>
      <p>{t('onlyHereWhy')}</p>
      {problem.value && <p role="alert">{problem.value}</p>}
      <ul class="sync-list card divided full">
        {[...titles.value].map(([bookmarkId, title]) => (
          <li key={bookmarkId} class="stack start gap-1">
            <a id={`${id}-${bookmarkId}`} href={hrefOf(bookmarkId)}>
              <bdi>{title}</bdi>
            </a>
            <Button describedBy={`${id}-${bookmarkId}`} onClick={() => void replace(bookmarkId)}>
              {t('onlyHereReplace')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
