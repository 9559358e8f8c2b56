import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { type PlainKey, t } from '../strings';
import './combobox.css';

interface ComboboxState {
  /** Begins the ids of the list and of its options. */
  readonly ids: string;
  readonly isShown: boolean;
  /** The place of the chosen option; -1: none is chosen. */
  readonly active: number;
}

/** The list of a combobox that has `count` options. */
export function useCombobox(count: number) {
  const ids = useId();
  const isOpen = useSignal(false);
  const active = useSignal(-1);
  const isShown = isOpen.value && count > 0;
  const isPressed = useRef(false);
  useEffect(() => {
    if (!isShown) return;
    const listeners = new AbortController();
    const options = { capture: true, signal: listeners.signal };
    addEventListener('pointerdown', () => (isPressed.current = true), options);
    for (const type of ['pointerup', 'pointercancel'])
      addEventListener(type, () => (isPressed.current = false), options);
    return () => {
      listeners.abort();
      isPressed.current = false;
    };
  }, [isShown]);
  const close = () => {
    isOpen.value = false;
    active.value = -1;
  };
  return {
    ids,
    isShown,
    active: isShown && active.value < count ? active.value : -1,
    /** Opens or closes the list. */
    set(isNext: boolean, at = -1) {
      isOpen.value = isNext;
      active.value = at;
    },
    /** Closes the list after the click that took the focus, so that what is clicked does not move. */
    leave() {
      const closeLater = () => setTimeout(close);
      if (isPressed.current) addEventListener('pointerup', closeLater, { once: true });
      else closeLater();
    },
    step(by: number) {
      // One position more than there are options: -1 stands for the typed text.
      const places = count + 1;
      active.value = ((active.value + 1 + by + places) % places) - 1;
    },
  };
}

/**
 * Returns the attributes of the field of a combobox.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export const comboboxField = ({ ids, isShown, active }: ComboboxState) =>
  ({
    class: 'field',
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: false,
    'aria-autocomplete': 'list',
    'aria-expanded': isShown,
    'aria-controls': `${ids}-options`,
    'aria-activedescendant': active >= 0 ? `${ids}-${active}` : undefined,
  }) as const;

interface ComboboxOptionsProps<Option> extends ComboboxState {
  readonly class: string;
  readonly label: PlainKey;
  readonly options: readonly Option[];
  readonly onChoose: (option: Option) => void;
  readonly children: (option: Option) => ComponentChildren;
}

/** The options of a combobox. The field keeps the focus and handles the keys. */
export function ComboboxOptions<Option>(props: ComboboxOptionsProps<Option>): JSX.Element {
  const { ids, active, options, onChoose, children } = props;
  const show = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });
  return (
    <div
      id={`${ids}-options`}
      class={props.class}
      role="listbox"
      aria-label={t(props.label)}
      hidden={!props.isShown}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={index}
          id={`${ids}-${index}`}
          class="line split gap-3"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          ref={index === active ? show : null}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
}
