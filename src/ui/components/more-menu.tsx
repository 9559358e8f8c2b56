import moreIcon from 'lucide-static/icons/ellipsis.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { t } from '../strings';
import { IconButton } from './button';
import './more-menu.css';

interface MoreMenuProps {
  /** Called when the menu opens or closes. */
  readonly onToggle?: () => void;
  /** Buttons and links, which close the menu, and anything else below them. */
  readonly children: ComponentChildren;
}

/** The button *More* and its menu of the rarer actions. */
export function MoreMenu({ onToggle, children }: MoreMenuProps): JSX.Element {
  const id = useId();
  const menu = useRef<HTMLFieldSetElement>(null);
  const closeAfter = ({ target }: MouseEvent) => {
    const isAction = target instanceof Element && target.closest('.more-menu > .button') !== null;
    if (isAction) menu.current?.hidePopover();
  };
  return (
    <>
      <IconButton label={t('popupMore')} icon={moreIcon} popoverTarget={id} />
      <fieldset
        id={id}
        class="more-menu card"
        popover="auto"
        aria-label={t('popupMore')}
        ref={menu}
        onToggle={onToggle}
        // First, so that the action may move the focus.
        onClickCapture={closeAfter}
      >
        {children}
      </fieldset>
    </>
  );
}
