import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import reportIcon from 'lucide-static/icons/info.svg?icon';
import editIcon from 'lucide-static/icons/pencil.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import labelIcon from 'lucide-static/icons/tag.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import type { PageState } from '../../domain';
import { IconButton } from '../components/button';
import { t } from '../strings';
import type { PagePanelModel } from './page-panel-model';

interface PageActionsProps {
  readonly model: PagePanelModel;
  readonly page: Extract<PageState, { kind: 'saved' }>;
}

/** What can be done with the saved page in front. A click before it was read waits for it. */
export function PageActions({ model, page }: PageActionsProps): JSX.Element {
  const { library } = model.shelf;
  const { actions } = model.tools;
  const { sheets } = model;
  const bookmark = model.current.bookmark.value;
  const sheet = sheets.sheet.value;
  const target = { id: page.bookmarkId, title: bookmark?.title ?? page.title };

  const toggle = async (act: 'isFavourite' | 'isArchived') => {
    const now = await (await library).bookmarks.get(page.bookmarkId);
    const isOn = now?.[act] ?? false;
    if (act === 'isFavourite') await actions.setFavourite(target, !isOn);
    else await actions.setArchived(target, !isOn);
  };
  return (
    <span class="page-actions">
      <IconButton
        label={t('actionFavourite')}
        icon={starIcon}
        isPressed={bookmark?.isFavourite ?? false}
        onClick={() => void toggle('isFavourite')}
      />
      <IconButton
        label={t('actionArchive')}
        icon={archiveIcon}
        isPressed={bookmark?.isArchived ?? false}
        onClick={() => void toggle('isArchived')}
      />
      <IconButton
        label={t('actionLabels')}
        icon={labelIcon}
        isExpanded={sheet === 'labels'}
        onClick={() => sheets.toggle('labels')}
      />
      <IconButton
        label={t('actionEdit')}
        icon={editIcon}
        isExpanded={sheet === 'details'}
        onClick={() => sheets.toggle('details')}
      />
      <IconButton
        label={t('actionReport')}
        icon={reportIcon}
        isExpanded={sheet === 'report'}
        onClick={() => sheets.toggle('report')}
      />
      <IconButton
        label={t('actionDelete')}
        icon={trashIcon}
        onClick={() => void actions.trash(target)}
      />
    </span>
  );
}
