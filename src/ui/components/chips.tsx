import removeIcon from 'lucide-static/icons/x.svg?icon';
import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './icon';
import './chips.css';

interface ChipsProps {
  /** The accessible name of the list. */
  readonly name: string;
  /** True if screen readers announce changes. */
  readonly isLive?: boolean;
  readonly children: ComponentChildren;
}

/** A list of chips. */
export function Chips({ name, isLive, children }: ChipsProps): JSX.Element {
  return (
    <ul
      class="chips cluster row-gap-1"
      aria-label={name}
      {...(isLive && { 'aria-live': 'polite' })}
    >
      {children}
    </ul>
  );
}

interface ChipProps {
  readonly text: string;
  readonly style?: { readonly [property: string]: string } | undefined;
  /** The name of the button that removes the chip. */
  readonly removeName: string;
  readonly onRemove: () => void;
}

/** A short text with a button that removes it. */
export function Chip({ text, style, removeName, onRemove }: ChipProps): JSX.Element {
  return (
    <li class="line gap-0" style={style}>
      <bdi class="truncate">{text}</bdi>
      <button
        type="button"
        class="center"
        aria-label={removeName}
        title={removeName}
        onClick={onRemove}
      >
        <Icon shapes={removeIcon} />
      </button>
    </li>
  );
}
