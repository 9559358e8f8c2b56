import type { JSX } from 'preact';
import type { Article } from '../../domain';
import { CAPTURE_STEPS, CAPTURE_WARNINGS } from '../sentences';
import { formatNumber, plural, t } from '../strings';
import { imageLines } from './report-words';

/** What a capture kept and what it did not, for the person who wonders why something is missing. */
export function CaptureReport({ article }: { readonly article: Article }): JSX.Element {
  const { report } = article;
  const steps = Object.entries(report.durationsMs) as [keyof typeof CAPTURE_STEPS, number][];
  const totalMs = steps.reduce((sum, [, ms]) => sum + ms, 0);
  return (
    <>
      <ul class="report-lines">
        <li>{plural('reportWords', report.words)}</li>
        {imageLines(article).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {report.warnings.map((warning) => (
          <li key={warning}>{t(CAPTURE_WARNINGS[warning])}</li>
        ))}
      </ul>
      <details class="report-steps">
        <summary>{t('reportDetails')}</summary>
        <ul>
          <li>{t('reportDuration', formatNumber(Math.round(totalMs)))}</li>
          {steps.map(([step, ms]) => (
            <li key={step}>
              {t('reportStep', t(CAPTURE_STEPS[step]), formatNumber(Math.round(ms)))}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
