import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import {
  DEFAULT_TEMPLATE_TEXT,
  MAX_TEMPLATE_LENGTH,
  PLACEHOLDERS,
  type TemplateProblem,
} from '../../formats/markdown/template';
import type { MarkdownForm } from '../../transfer';
import { Button } from '../components/button';
import { ChoiceCards, type NamedChoice, named } from '../components/choice-cards';
import { formatNumber, t } from '../strings';
import type { ExportStore } from './export-store';

const HIGHLIGHT_CHOICES: readonly NamedChoice<MarkdownForm['highlights']>[] = [
  { value: 'marks', label: 'exportMarks', hint: 'exportMarksHint' },
  { value: 'quotes', label: 'exportQuotes', hint: 'exportQuotesHint' },
];

function templateProblemText(problem: TemplateProblem): string {
  const { kind, line, column } = problem;
  if (kind === 'too-long') return t('templateTooLong', formatNumber(MAX_TEMPLATE_LENGTH));
  const place = t('templatePlace', formatNumber(line), formatNumber(column));
  return `${place} ${reasonOf(problem, kind)}`;
}

function reasonOf(
  { found }: TemplateProblem,
  kind: Exclude<TemplateProblem['kind'], 'too-long'>,
): string {
  switch (kind) {
    case 'unknown-name':
      return t('templateUnknownName', found);
    case 'not-closed':
      return t('templateNotClosed', found);
    case 'not-a-value':
      return t('templateNotAValue', found);
    case 'text-not-alone':
      return t('templateTextNotAlone', found);
    case 'no-text':
      return t('templateNoText');
    case 'front-not-closed':
      return t('templateFrontNotClosed');
  }
}

/** The form of highlights in Markdown, and the template. */
export function MarkdownFormFields({ store }: { readonly store: ExportStore }): JSX.Element {
  const id = useId();
  const { highlights, template } = store.markdown.value;
  const problems = store.problems.value;
  return (
    <>
      <ChoiceCards
        legend={t('highlightsTitle')}
        choices={named(HIGHLIGHT_CHOICES)}
        chosen={highlights}
        onChoose={(chosen) => store.form({ highlights: chosen })}
      />
      <details class="template" open={problems.length > 0}>
        <summary>{t('templateTitle')}</summary>
        <p id={`${id}-hint`}>{t('templateHint')}</p>
        <p>
          {PLACEHOLDERS.map((name) => (
            <>
              <code key={name}>{`{{${name}}}`}</code>{' '}
            </>
          ))}
        </p>
        <textarea
          class="field"
          dir="ltr"
          rows={14}
          spellcheck={false}
          aria-label={t('templateTitle')}
          aria-describedby={`${id}-hint ${id}-problems`}
          aria-invalid={problems.length > 0}
          value={template}
          onInput={({ currentTarget }) => store.form({ template: currentTarget.value })}
        />
        <ul id={`${id}-problems`} class="template-problems" aria-live="polite">
          {problems.map((problem) => (
            <li key={`${problem.kind} ${problem.line} ${problem.column}`}>
              {templateProblemText(problem)}
            </li>
          ))}
        </ul>
        {template !== DEFAULT_TEMPLATE_TEXT && (
          <Button onClick={() => store.form({ template: DEFAULT_TEMPLATE_TEXT })}>
            {t('templateReset')}
          </Button>
        )}
      </details>
    </>
  );
}
