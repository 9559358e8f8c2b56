import checkIcon from 'lucide-static/icons/check.svg?icon';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { type PlainKey, t } from '../strings';
import { Icon, type IconShapes } from './icon';
import './choice-cards.css';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: IconShapes;
}

/** A choice whose texts are in the catalogue. */
export interface NamedChoice<Value extends string> {
  readonly value: Value;
  readonly label: PlainKey;
  readonly hint?: PlainKey;
  readonly icon?: IconShapes;
}

/** Returns the choices with their texts. */
export const named = <Value extends string>(
  choices: readonly NamedChoice<Value>[],
): readonly Choice<Value>[] =>
  choices.map(({ label, hint, ...choice }) => ({
    ...choice,
    label: t(label),
    ...(hint && { hint: t(hint) }),
  }));

interface ChoiceCardsProps<Value extends string> {
  readonly legend: string;
  /** True where something else shows the words of the legend. */
  readonly isLegendHidden?: boolean;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
}

/** Radio buttons as cards. All of a card can be pressed, and the chosen one has a tick. */
export function ChoiceCards<Value extends string>({
  legend,
  isLegendHidden,
  choices,
  chosen,
  onChoose,
}: ChoiceCardsProps<Value>): JSX.Element {
  const name = useId();
  return (
    <fieldset class="choice-cards full">
      <legend class={isLegendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      <div class="cards">
        {choices.map(({ value, label, hint, icon }) => (
          <label key={value} class="card line gap-3">
            {icon && <Icon shapes={icon} />}
            <span>
              {label}
              {hint && <small id={`${name}-${value}`}>{hint}</small>}
            </span>
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              aria-describedby={hint && `${name}-${value}`}
              onChange={() => onChoose(value)}
            />
            <Icon shapes={checkIcon} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
