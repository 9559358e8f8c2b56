import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import reportIcon from 'lucide-static/icons/info.svg?icon';
import editIcon from 'lucide-static/icons/pencil.svg?icon';
import shareIcon from 'lucide-static/icons/share-2.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import labelIcon from 'lucide-static/icons/tag.svg?icon';
import highlightsIcon from 'lucide-static/icons/text-quote.svg?icon';
import trashIcon from 'lucide-static/icons/trash-2.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { PageState } from '../../domain';
import { IconButton } from '../components/button';
import { t } from '../strings';
import type { PagePanelModel } from './page-panel-model';

interface PageActionsProps {
  readonly model: PagePanelModel;
  readonly page: Extract<PageState, { kind: 'saved' }>;
}

/**
 * The buttons for the saved page in the current tab. A click applies the change that the button
 * showed.
 */
export function PageActions({ model, page }: PageActionsProps): JSX.Element {
  const { actions } = model.tools;
  const { sheets } = model;
  const bookmark = model.current.bookmark.value;
  const sheet = sheets.sheet.value;
  const target = { id: page.bookmarkId, title: bookmark?.title ?? page.title };
  const isFavourite = bookmark?.isFavourite ?? false;
  const isArchived = bookmark?.isArchived ?? false;
  const { pageLabels } = model.tools;
  useEffect(() => {
    pageLabels.value = () => sheets.toggle('labels');
    return () => {
      pageLabels.value = null;
    };
  }, [pageLabels, sheets]);
  return (
    <span class="page-actions">
      <IconButton
        label={t('actionFavourite')}
        icon={starIcon}
        isPressed={isFavourite}
        onClick={() => void actions.setFavourite(target, !isFavourite)}
      />
      <IconButton
        label={t('actionArchive')}
        icon={archiveIcon}
        isPressed={isArchived}
        onClick={() => void actions.setArchived(target, !isArchived)}
      />
      <span class="named-buttons">
        <IconButton
          label={t('actionLabels')}
          icon={labelIcon}
          isExpanded={sheet === 'labels'}
          onClick={() => sheets.toggle('labels')}
        />
      </span>
      <IconButton
        label={t('actionEdit')}
        icon={editIcon}
        isExpanded={sheet === 'details'}
        onClick={() => sheets.toggle('details')}
      />
      <IconButton
        label={t('highlightsTitle')}
        icon={highlightsIcon}
        isExpanded={sheet === 'highlights'}
        onClick={() => sheets.toggle('highlights')}
      />
      <IconButton
        label={t('actionShare')}
        icon={shareIcon}
        onClick={() => model.tools.dialogs.show({ kind: 'share', ...target })}
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
