import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { type PlainKey, t } from '../strings';
import './hinted-choice.css';

export interface HintedOption<Value extends string> {
  readonly value: Value;
  readonly label: PlainKey;
  readonly hint?: PlainKey;
}

interface HintedChoiceProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly HintedOption<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** A choice between a few options, each mostly with an explanation. */
export function HintedChoice<Value extends string>({
  legend,
  options,
  chosen,
  onChoose,
}: HintedChoiceProps<Value>): JSX.Element {
  const name = useId();
  return (
    <fieldset class="hinted-choice">
      <legend>{legend}</legend>
      {options.map(({ value, label, hint }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={chosen === value}
            aria-describedby={hint && `${name}-${value}`}
            onChange={() => onChoose(value)}
          />
          <span>
            {t(label)}
            {hint && <small id={`${name}-${value}`}>{t(hint)}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
