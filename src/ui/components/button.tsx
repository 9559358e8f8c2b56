import type { ComponentChildren, JSX, Ref } from 'preact';
import { Icon, type IconShapes } from './icon';
import '../../theme/button.css';

interface ButtonProps {
  readonly onClick: (event: MouseEvent) => void;
  readonly children: ComponentChildren;
  readonly icon?: IconShapes;
  /** `primary`: the one thing to do here. `quiet`: no frame until it is pointed at. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly isDisabled?: boolean;
  readonly isExpanded?: boolean;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** A button with words, and an icon before them where one helps. */
export function Button(props: ButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="button"
      data-look={props.look ?? 'plain'}
      disabled={props.isDisabled}
      aria-expanded={props.isExpanded}
      ref={props.buttonRef ?? null}
      onClick={props.onClick}
    >
      {props.icon && <Icon shapes={props.icon} />}
      <span>{props.children}</span>
    </button>
  );
}

interface IconButtonProps {
  /** The name that a person hears and sees in the tooltip. */
  readonly label: string;
  readonly icon: IconShapes;
  /** Absent where `popoverTarget` says what a click does. */
  readonly onClick?: (event: MouseEvent) => void;
  /** The id of the popover that a click opens and closes; the browser then tells its state. */
  readonly popoverTarget?: string;
  /** Given for what can be on or off. */
  readonly isPressed?: boolean;
  readonly isExpanded?: boolean;
  readonly isDisabled?: boolean;
  readonly tabIndex?: number;
  readonly buttonRef?: Ref<HTMLButtonElement>;
}

/** A square button with an icon alone; its name is in the tooltip. */
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

/** True for a click that follows a link here; false when it asks for a new tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}
