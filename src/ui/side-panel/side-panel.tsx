import panelIcon from 'lucide-static/icons/panel-right.svg?icon';
import type { JSX } from 'preact';
import { Button } from '../components/button';
import { useLoaded } from '../components/use-store';
import { t } from '../strings';

/** The browser's side panel, which the entrypoint provides. */
export interface SidePanel {
  /** Call it in a click handler before any `await`. */
  open(): Promise<void>;
}

interface SidePanelButtonProps {
  readonly sidePanel: () => Promise<SidePanel>;
}

/** Opens the library beside the pages of this window. */
export function SidePanelButton({ sidePanel }: SidePanelButtonProps): JSX.Element {
  const panel = useLoaded(sidePanel);
  return (
    <Button
      look="quiet"
      icon={panelIcon}
      isDisabled={panel === null}
      onClick={() => void panel?.open()}
    >
      {t('commandSidePanel')}
    </Button>
  );
}

/**
 * Opens links to other pages in tabs, because the panel has no address bar with which a person could
 * return.
 */
export function openOthersInTabs(page: Document): void {
  page.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link === null) return;
      const { origin, pathname } = page.location;
      const isHere = link.origin === origin && link.pathname === pathname;
      if (!isHere) link.target = '_blank';
    },
    { capture: true },
  );
}
