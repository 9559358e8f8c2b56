import type { ComponentChildren, JSX, Ref } from 'preact';
import { Icon, type IconShapes } from './icon';
import '../../theme/button.css';

interface ButtonProps {
  readonly onClick: (event: MouseEvent) => void;
  readonly children: ComponentChildren;
  readonly icon?: IconShapes;
  /** `primary` is the main action. `quiet` has no frame until it is hovered. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly isDisabled?: boolean;
  /** Set for toggle buttons. */
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  /** The accessible name, if it says more than the text. It begins with the text. */
  readonly label?: string;
  /** The id of the element that says what the button is about. */
  readonly describedBy?: string;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** A button with text and an optional icon. */
export function Button(props: ButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="button"
      data-look={props.look ?? 'plain'}
      disabled={props.isDisabled}
      aria-pressed={props.isPressed}
      aria-expanded={props.isExpanded}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      ref={props.buttonRef ?? null}
      onClick={props.onClick}
    >
      {props.icon && <Icon shapes={props.icon} />}
      <span>{props.children}</span>
    </button>
  );
}

interface IconButtonProps {
  /** The accessible name, which is also the tooltip. */
  readonly label: string;
  readonly icon: IconShapes;
  /** Absent where `popoverTarget` defines the action. */
  readonly onClick?: (event: MouseEvent) => void;
  /** The id of the popover that the button toggles. The browser announces its state. */
  readonly popoverTarget?: string;
  /** Set for toggle buttons. */
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  readonly isDisabled?: boolean;
  readonly tabIndex?: number;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** A square button with an icon. The tooltip shows its name. */
export function IconButton(props: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="icon-button"
      title={props.label}
      aria-label={props.label}
      aria-pressed={props.isPressed}
      aria-expanded={props.isExpanded}
      disabled={props.isDisabled}
      tabIndex={props.tabIndex}
      ref={props.buttonRef ?? null}
      popovertarget={props.popoverTarget}
      onClick={props.onClick}
    >
      <Icon shapes={props.icon} isFilled={props.isPressed ?? false} />
    </button>
  );
}

/**
 * Returns true for a click that follows the link here, and false when it opens a new tab or window.
 */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}
