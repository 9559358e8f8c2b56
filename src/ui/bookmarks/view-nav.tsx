import { type ComponentChildren, Fragment, type JSX } from 'preact';
import { VIEWS, type View } from '../../domain/bookmark';
import { isPlainClick } from '../components/button';
import { formatNumber, plural, t } from '../strings';
import type { BookmarkListModel } from './list-model';
import { isLibraryEmpty } from './list-store';
import { VIEW_NAMES } from './view-switch';
import './view-nav.css';

interface ViewNavProps {
  readonly listModel: Pick<BookmarkListModel, 'list' | 'problem'>;
  readonly hrefOf: (view: View) => string;
  readonly onChoose: (view: View) => void;
  /** True when the page shows something other than a list. */
  readonly isElsewhere?: boolean;
  /** Items before the trash. */
  readonly children?: ComponentChildren;
}

/** Links to the views, with the number of bookmarks in each. */
export function ViewNav(props: ViewNavProps): JSX.Element {
  const { listModel, hrefOf, onChoose, isElsewhere } = props;
  const { list, problem } = listModel;
  const { view: chosen, label } = list.choice.value;
  // The counts of the snapshot are outdated when the library cannot be opened.
  const counts = problem.value === null ? list.counts.value : null;
  const isEmpty = counts !== null && isLibraryEmpty(counts);
  return (
    <nav class="view-nav" aria-label={t('viewsName')}>
      <ul>
        {VIEWS.map((view) => {
          const count = counts?.[view] ?? null;
          const isChosen = view === chosen && label === null && !isElsewhere;
          return (
            <Fragment key={view}>
              {view === 'trash' && props.children}
              <li>
                <a
                  href={hrefOf(view)}
                  aria-current={isChosen ? 'page' : undefined}
                  title={count === null ? undefined : plural('bookmarks', count)}
                  onClick={(event) => {
                    if (!isPlainClick(event)) return;
                    event.preventDefault();
                    onChoose(view);
                  }}
                >
                  <span>{t(VIEW_NAMES[view])}</span>
                  {count !== null && !isEmpty && (
                    <span class="view-count" aria-hidden="true">
                      {formatNumber(count)}
                    </span>
                  )}
                </a>
              </li>
            </Fragment>
          );
        })}
      </ul>
    </nav>
  );
}
