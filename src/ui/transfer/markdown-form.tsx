import type { JSX } from 'preact';
import type { MarkdownForm } from '../../transfer';
import { ChoiceCards, type NamedChoice, named } from '../components/choice-cards';
import { t } from '../strings';
import type { ExportStore } from './export-store';

const HIGHLIGHT_CHOICES: readonly NamedChoice<MarkdownForm['highlights']>[] = [
  { value: 'marks', label: 'exportMarks', hint: 'exportMarksHint' },
  { value: 'quotes', label: 'exportQuotes', hint: 'exportQuotesHint' },
];
const LAYOUTS: readonly NamedChoice<MarkdownForm['layout']>[] = [
  { value: 'properties', label: 'layoutProperties', hint: 'layoutPropertiesHint' },
  { value: 'heading', label: 'layoutHeading', hint: 'layoutHeadingHint' },
  { value: 'text', label: 'layoutText', hint: 'layoutTextHint' },
];

/** The form of highlights in Markdown, and what is above the text. */
export function MarkdownFormFields({ store }: { readonly store: ExportStore }): JSX.Element {
  const { highlights, layout } = store.markdown.value;
  return (
    <>
      <ChoiceCards
        legend={t('highlightsTitle')}
        choices={named(HIGHLIGHT_CHOICES)}
        chosen={highlights}
        onChoose={(chosen) => store.form({ highlights: chosen })}
      />
      <ChoiceCards
        legend={t('layoutTitle')}
        choices={named(LAYOUTS)}
        chosen={layout}
        onChoose={(chosen) => store.form({ layout: chosen })}
      />
    </>
  );
}
