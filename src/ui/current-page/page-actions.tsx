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
import type { PageState } from '../../domain/page-state';
import { IconButton } from '../components/button';
import type { IconShapes } from '../components/icon';
import { setTo } from '../components/signals';
import { t } from '../strings';
import { type PagePanelModel, SHEET_NAMES, type Sheet } from './page-panel-model';

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
  const target = { id: page.bookmarkId, title: bookmark?.title ?? page.title };
  const isFavourite = bookmark?.isFavourite ?? false;
  const isArchived = bookmark?.isArchived ?? false;
  const { pageLabels } = model.tools;
  useEffect(() => {
    pageLabels.value = () => sheets.toggle('labels');
    return setTo(pageLabels, null);
  }, [pageLabels, sheets]);
  const sheetButton = (kind: Sheet, icon: IconShapes) => (
    <IconButton
      label={t(SHEET_NAMES[kind])}
      icon={icon}
      isExpanded={sheets.sheet.value === kind}
      onClick={() => sheets.toggle(kind)}
    />
  );
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
      <span class="named-buttons">{sheetButton('labels', labelIcon)}</span>
      {sheetButton('details', editIcon)}
      {sheetButton('highlights', highlightsIcon)}
      <IconButton
        label={t('actionShare')}
        icon={shareIcon}
        onClick={() => model.tools.dialogs.show({ kind: 'share', ...target })}
      />
      {sheetButton('report', reportIcon)}
      <IconButton
        label={t('actionDelete')}
        icon={trashIcon}
        onClick={() => void actions.trash(target)}
      />
    </span>
  );
}
