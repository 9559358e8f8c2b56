import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { labelKey, normalLabel } from '../../domain';
import type { LabelCount } from '../../library/repository';
import { formatNumber, t } from '../strings';

interface LabelBoxProps {
  readonly labels: readonly string[];
  readonly known: readonly LabelCount[];
  /** The text in the field. The caller stores it, so that it survives closing the page. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onAdd: (label: string) => void;
  readonly onRemove: (label: string) => void;
}

/**
 * The field for labels, with completion. Enter or a comma adds a label, Backspace in the empty
 * field removes the last one, and the arrow keys choose among the labels in use.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function LabelBox(props: LabelBoxProps): JSX.Element {
  const { labels, known, text } = props;
  const input = useRef<HTMLInputElement>(null);
  const ids = useId();
  const isOpen = useSignal(false);
  const active = useSignal(-1);
  const options = suggestLabels(known, labels, text);
  const isShown = isOpen.value && options.length > 0;
  const activeOption = isShown ? options[active.value] : undefined;

  useEffect(() => input.current?.focus(), []);

  const type = (typed: string) => {
    const parts = typed.split(/[,，、]/);
    const rest = parts.pop() ?? '';
    parts.forEach(add);
    props.onText(rest);
    isOpen.value = rest !== '' || parts.length === 0;
    active.value = -1;
  };
  const add = (typed: string) => {
    const label = normalLabel(typed);
    if (label !== null) props.onAdd(knownSpelling(known, label));
  };
  const choose = (label: string) => {
    add(label);
    props.onText('');
    isOpen.value = false;
    active.value = -1;
  };
  const step = (by: number) => {
    if (!isShown) {
      isOpen.value = true;
      active.value = by > 0 ? 0 : options.length - 1;
      return;
    }
    // One position more than there are options: -1 stands for the typed text.
    const places = options.length + 1;
    active.value = ((active.value + 1 + by + places) % places) - 1;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const last = labels.at(-1);
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter') choose(activeOption?.name ?? text);
    else if (event.key === 'Backspace' && text === '' && last !== undefined) props.onRemove(last);
    else if (event.key === 'Escape' && isShown) isOpen.value = false;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="label-box">
      <label for={`${ids}-input`}>{t('labelsInput')}</label>
      <input
        id={`${ids}-input`}
        ref={input}
        class="field"
        type="text"
        role="combobox"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${ids}-options`}
        aria-describedby={`${ids}-hint`}
        aria-activedescendant={activeOption ? `${ids}-${active.value}` : undefined}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          isOpen.value = false;
        }}
      />
      <p id={`${ids}-hint`} class="hint">
        {t('labelsHint')}
      </p>
      <div
        id={`${ids}-options`}
        class="label-options"
        role="listbox"
        aria-label={t('labelsSuggestions')}
        hidden={!isShown}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={option.name}
            id={`${ids}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active.value}
            // Keeps the focus in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(option.name)}
          >
            <bdi>{option.name}</bdi>
            <span class="label-count">{formatNumber(option.count)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

const MOST = 6;

/**
 * Returns up to six known labels that match `text`: first those that start with it, then those that
 * contain it, each sorted by use. Without text, returns the most used labels.
 */
function suggestLabels(
  known: readonly LabelCount[],
  taken: readonly string[],
  text: string,
): readonly LabelCount[] {
  const wanted = labelKey(text.trim());
  const takenKeys = new Set(taken.map(labelKey));
  return known
    .map((label) => ({ label, at: labelKey(label.name).indexOf(wanted) }))
    .filter(({ label, at }) => at !== -1 && !takenKeys.has(labelKey(label.name)))
    .sort((a, b) => Number(a.at > 0) - Number(b.at > 0) || b.label.count - a.label.count)
    .slice(0, MOST)
    .map(({ label }) => label);
}

/** Returns the existing spelling of a label, ignoring case, or `typed` when it is new. */
function knownSpelling(known: readonly LabelCount[], typed: string): string {
  const key = labelKey(typed);
  return known.find(({ name }) => labelKey(name) === key)?.name ?? typed;
}
