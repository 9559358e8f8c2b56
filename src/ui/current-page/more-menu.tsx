import moreIcon from 'lucide-static/icons/ellipsis.svg?icon';
import tabsIcon from 'lucide-static/icons/layers.svg?icon';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Button, IconButton } from '../components/button';
import { type SidePanel, SidePanelButton } from '../side-panel/side-panel';
import { t } from '../strings';
import './more-menu.css';

interface MoreMenuProps {
  readonly sidePanel: () => Promise<SidePanel>;
  readonly onSaveTabs: () => void;
}

/** The actions of the popup that are not about the current page alone. */
export function MoreMenu({ sidePanel, onSaveTabs }: MoreMenuProps): JSX.Element {
  const id = useId();
  return (
    <>
      <IconButton label={t('popupMore')} icon={moreIcon} popoverTarget={id} />
      <fieldset id={id} class="more-menu" popover="auto" aria-label={t('popupMore')}>
        <Button look="quiet" icon={tabsIcon} onClick={onSaveTabs}>
          {t('tabsTitle')}
        </Button>
        <SidePanelButton sidePanel={sidePanel} />
      </fieldset>
    </>
  );
}
