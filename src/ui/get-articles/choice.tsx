import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { type PlainKey, t } from '../strings';

interface ChoiceProps {
  readonly chosen: Signal<boolean>;
  readonly name: PlainKey;
  readonly hint: PlainKey;
}

/** A box to tick, with an explanation. */
export const Choice = ({ chosen, name, hint }: ChoiceProps): JSX.Element => (
  <label class="articles-choice line">
    <input
      type="checkbox"
      checked={chosen.value}
      onChange={({ currentTarget }) => {
        chosen.value = currentTarget.checked;
      }}
    />
    <span>
      {t(name)}
      <small>{t(hint)}</small>
    </span>
  </label>
);
