import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import type { Library } from '../../library';
import { Button } from '../components/button';
import { into } from '../components/signals';
import { useStore } from '../components/use-store';
import { plural, t } from '../strings';
import { firstScope, idsOfScope, PageScope, type ScopeChoices } from '../transfer/page-scope';
import { ArticlesReport } from './articles-report';
import {
  type ArticlesStore,
  type ArticlesStoreDeps,
  createArticlesStore,
  type SiteAccess,
} from './articles-store';
import { JobProgress } from './job-progress';
import './get-articles.css';

interface ArticlesPageProps extends ScopeChoices, Pick<ArticlesStoreDeps, 'background'> {
  readonly library: Promise<Library>;
  readonly access: () => Promise<SiteAccess>;
  /** Returns the address of a bookmark in the reader. */
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Gets the articles of pages that are only addresses: how to start it, its progress, its report. */
export function ArticlesPage(props: ArticlesPageProps): JSX.Element | null {
  const { library, access, background, hrefOf, ...choices } = props;
  const store = useStore(
    () => Promise.all([library, access()]),
    ([opened, sites]) => createArticlesStore({ library: opened, access: sites, background }),
    [library, access, background],
  );
  if (store === null || store.job.value === undefined) return null;
  const job = store.job.value;
  const isOpen = job !== null && job.state !== 'finished';
  return (
    <div class="tool-page">
      {isOpen && <JobProgress store={store} job={job} />}
      <div role="status">{store.isDenied.value && <p>{t('errorNotAllowed')}</p>}</div>
      {!isOpen && <StartForm store={store} {...choices} />}
      {job !== null && <ArticlesReport store={store} job={job} hrefOf={hrefOf} />}
    </div>
  );
}

interface StartFormProps extends ScopeChoices {
  readonly store: ArticlesStore;
}

/** Which pages, and how. */
function StartForm({ store, ...choices }: StartFormProps): JSX.Element {
  const { wanted } = store;
  const chosen = useSignal(firstScope(choices));
  const isSignedIn = useSignal(false);
  const all = useSignal<readonly BookmarkId[] | null>(null);
  const count = useSignal<number | null>(null);
  useEffect(() => void wanted.withoutText().then(into(all)), [wanted, all]);
  const ids = chosen.value === 'all' ? all.value : idsOfScope(chosen.value, choices);
  useEffect(() => {
    let isLeft = false;
    count.value = null;
    if (ids !== null) {
      void wanted.count(ids).then((counted) => {
        if (!isLeft) count.value = counted;
      });
    }
    return () => {
      isLeft = true;
    };
  }, [wanted, ids, count]);
  return (
    <div class="articles-form">
      <p>{t('gettingWhat')}</p>
      <PageScope {...choices} legend={t('gettingScope')} all={t('gettingAll')} chosen={chosen} />
      <label class="articles-choice">
        <input
          type="checkbox"
          checked={isSignedIn.value}
          onChange={({ currentTarget }) => {
            isSignedIn.value = currentTarget.checked;
          }}
        />
        <span>
          {t('gettingSignedIn')}
          <small>{t('gettingSignedInHint')}</small>
        </span>
      </label>
      <p class="hint">{t('gettingAccess')}</p>
      <p class="articles-actions">
        <Button
          look="primary"
          isDisabled={!count.value}
          onClick={() => {
            const options = { isSignedIn: isSignedIn.value, isAsked: false };
            void store.start(async () => ids ?? [], options);
          }}
        >
          {t('gettingTitle')}
        </Button>
        <span role="status">
          {count.value !== null &&
            (count.value === 0 ? t('gettingNothing') : plural('bookmarks', count.value))}
        </span>
      </p>
    </div>
  );
}
