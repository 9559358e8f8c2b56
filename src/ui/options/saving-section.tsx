import type { JSX } from 'preact';
import type { Settings } from '../../domain';
import type { SettingsStore } from '../settings-store';
import { t } from '../strings';
import { HintedChoice, type HintedOption } from './hinted-choice';
import { Section } from './section';

const CLICKS: readonly HintedOption<Settings['toolbarClick']>[] = [
  { value: 'save', label: 'clickSaves', hint: 'clickSavesHint' },
  { value: 'open', label: 'clickOpens', hint: 'clickOpensHint' },
];

/** What a click on the toolbar button does. */
export function SavingSection({ settings }: { readonly settings: SettingsStore }): JSX.Element {
  return (
    <Section title={t('optionsSaving')}>
      <HintedChoice
        legend={t('optionsClick')}
        options={CLICKS}
        chosen={settings.settings.value.toolbarClick}
        onChoose={(toolbarClick) => settings.update({ toolbarClick })}
      />
    </Section>
  );
}
