import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Settings } from '../../domain';
import type { SettingsStore } from '../settings-store';
import { type PlainKey, t } from '../strings';
import { Section } from './section';

type Click = Settings['toolbarClick'];

const CLICKS: readonly {
  readonly value: Click;
  readonly label: PlainKey;
  readonly hint: PlainKey;
}[] = [
  { value: 'save', label: 'clickSaves', hint: 'clickSavesHint' },
  { value: 'open', label: 'clickOpens', hint: 'clickOpensHint' },
];

/** What a click on the toolbar button does. */
export function SavingSection({ settings }: { readonly settings: SettingsStore }): JSX.Element {
  const name = useId();
  const { toolbarClick } = settings.settings.value;
  return (
    <Section title={t('optionsSaving')}>
      <fieldset class="options-choice">
        <legend>{t('optionsClick')}</legend>
        {CLICKS.map(({ value, label, hint }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={toolbarClick === value}
              aria-describedby={`${name}-${value}`}
              onChange={() => settings.update({ toolbarClick: value })}
            />
            <span>
              {t(label)}
              <small id={`${name}-${value}`}>{t(hint)}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
