import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { labelKey, normalLabel } from '../../domain/label';
import type { LabelCount } from '../../library';
import { ComboboxOptions, comboboxField, useCombobox } from '../components/combobox';
import { formatNumber, t } from '../strings';

interface LabelBoxProps {
  readonly labels: readonly string[];
  readonly known: readonly LabelCount[];
  /** The text in the field. The caller stores it, so that it survives closing the page. */
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onAdd: (label: string) => void;
  readonly onRemove: (label: string) => void;
  /** Default: true. The field gets the focus when this becomes true. */
  readonly hasFocus?: boolean;
  /** True for a field that says its name itself. */
  readonly isBrief?: boolean;
}

/**
 * The field for labels, with completion. Enter or a comma adds a label, Backspace in the empty
 * field removes the last one, and the arrow keys choose among the labels in use.
 */
export function LabelBox(props: LabelBoxProps): JSX.Element {
  const { labels, known, text, hasFocus = true, isBrief = false } = props;
  const input = useRef<HTMLInputElement>(null);
  // There may be very many labels, and each key press looks at all of them.
  const keys = useMemo(() => known.map(({ name }) => labelKey(name)), [known]);
  const options = suggestLabels(known, keys, labels, text);
  const menu = useCombobox(options.length);
  const { ids, isShown } = menu;

  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);

  const type = (typed: string) => {
    const parts = typed.split(/[,，、]/);
    const rest = parts.pop() ?? '';
    parts.forEach(add);
    props.onText(rest);
    menu.set(rest !== '' || parts.length === 0);
  };
  const add = (typed: string) => {
    const label = normalLabel(typed);
    if (label !== null) props.onAdd(known[keys.indexOf(labelKey(label))]?.name ?? label);
  };
  const choose = (label: string) => {
    add(label);
    props.onText('');
    menu.set(false);
  };
  const step = (by: 1 | -1) => {
    if (isShown) menu.step(by);
    else menu.set(true, by > 0 ? 0 : options.length - 1);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const last = labels.at(-1);
    if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter') choose(options[menu.active]?.name ?? text);
    else if (event.key === 'Backspace' && text === '' && last !== undefined) props.onRemove(last);
    else if (event.key === 'Escape' && isShown) menu.set(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="label-box labelled stack gap-1">
      <label for={`${ids}-input`} class={isBrief ? 'visually-hidden' : undefined}>
        {t('labelsInput')}
      </label>
      <input
        {...comboboxField(menu)}
        id={`${ids}-input`}
        ref={input}
        aria-describedby={`${ids}-hint`}
        placeholder={isBrief ? t('labelsInput') : undefined}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={menu.leave}
      />
      <p id={`${ids}-hint`} class="hint">
        {t('labelsHint')}
      </p>
      <ComboboxOptions
        {...menu}
        class="label-options"
        label={'labelsSuggestions'}
        options={options}
        onChoose={({ name }) => choose(name)}
      >
        {({ name, count }) => (
          <>
            <bdi class="truncate">{name}</bdi>
            <span class="label-count">{formatNumber(count)}</span>
          </>
        )}
      </ComboboxOptions>
    </div>
  );
}

const MAX_LABEL_COMPLETIONS = 6;

/**
 * Returns up to six known labels that match `text`: first those that start with it, then those that
 * contain it, each sorted by use. Without text, returns the most used labels. `keys` are the keys of
 * the known labels.
 */
function suggestLabels(
  known: readonly LabelCount[],
  keys: readonly string[],
  taken: readonly string[],
  text: string,
): readonly LabelCount[] {
  const wanted = labelKey(text.trim());
  const takenKeys = new Set(taken.map(labelKey));
  const best: { readonly label: LabelCount; readonly at: number }[] = [];
  for (const [place, key] of keys.entries()) {
    const at = key.indexOf(wanted);
    const label = known[place];
    if (at === -1 || label === undefined || takenKeys.has(key)) continue;
    const isBefore = (one: (typeof best)[number]) =>
      at > 0 === one.at > 0 ? label.count > one.label.count : at === 0;
    const position = best.findIndex(isBefore);
    if (position >= 0) best.splice(position, 0, { label, at });
    else if (best.length < MAX_LABEL_COMPLETIONS) best.push({ label, at });
    best.length = Math.min(best.length, MAX_LABEL_COMPLETIONS);
  }
  return best.map(({ label }) => label);
}
