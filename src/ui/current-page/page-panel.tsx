import libraryIcon from 'lucide-static/icons/library.svg?icon';
import type { JSX } from 'preact';
import type { BookmarkListModel } from '../bookmarks/list-model';
import { IconButton } from '../components/button';
import { deferred } from '../components/deferred';
import { Mark } from '../components/icon';
import { t } from '../strings';
import type { PagePanelDeps } from './page-panel-model';
import './page-panel.css';

const PageContents = deferred(async () => (await import('./page-contents')).PageContents);

interface PagePanelProps {
  readonly deps: PagePanelDeps;
  readonly listModel: BookmarkListModel;
}

/**
 * The panel at the top of the popup: the state of the current page and its actions. It has its
 * final height from the start.
 */
export function PagePanel({ deps, listModel }: PagePanelProps): JSX.Element {
  return (
    <section class="page-panel" aria-label={t('pageName')}>
      <Mark />
      <IconButton
        label={t('libraryOpen')}
        icon={libraryIcon}
        onClick={() => deps.openTab(`library.html#/${listModel.list.choice.value.view}`)}
      />
      <PageContents deps={deps} listModel={listModel} />
    </section>
  );
}
