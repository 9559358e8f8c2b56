import archiveIcon from 'lucide-static/icons/archive.svg?icon';
import shareIcon from 'lucide-static/icons/share-2.svg?icon';
import starIcon from 'lucide-static/icons/star.svg?icon';
import labelIcon from 'lucide-static/icons/tag.svg?icon';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { BookmarkId } from '../../domain/bookmark';
import { IconButton } from '../components/button';
import { setTo } from '../components/signals';
import { t } from '../strings';
import type { PagePanelModel } from './page-panel-model';

interface PageActionsProps {
  readonly model: PagePanelModel;
  readonly target: { readonly id: BookmarkId; readonly title: string };
}

/**
 * The buttons for the saved page in the current tab. A click applies the change that the button
 * showed.
 */
export function PageActions({ model, target }: PageActionsProps): JSX.Element {
  const { actions, dialogs, pageLabels } = model.tools;
  const { sheets } = model;
  const bookmark = model.current.bookmark.value;
  const isFavourite = bookmark?.isFavourite ?? false;
  const isArchived = bookmark?.isArchived ?? false;
  useEffect(() => {
    pageLabels.value = () => sheets.toggle('labels');
    return setTo(pageLabels, null);
  }, [pageLabels, sheets]);
  return (
    <div class="page-actions named-buttons">
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
      <IconButton
        label={t('labelsTitle')}
        icon={labelIcon}
        isExpanded={sheets.sheet.value === 'labels'}
        onClick={() => sheets.toggle('labels')}
      />
      <IconButton
        label={t('actionShare')}
        icon={shareIcon}
        onClick={() => dialogs.show({ kind: 'share', ...target })}
      />
    </div>
  );
}
