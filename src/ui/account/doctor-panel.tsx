import goodIcon from 'lucide-static/icons/circle-check.svg?icon';
import skippedIcon from 'lucide-static/icons/circle-minus.svg?icon';
import badIcon from 'lucide-static/icons/circle-x.svg?icon';
import warningIcon from 'lucide-static/icons/triangle-alert.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Examination, Finding, FindingKey, Outcome } from '../../service';
import { reportOf, type Say } from '../../service/account/doctor-results';
import { Button } from '../components/button';
import { CopyButton } from '../components/copy-button';
import { Icon, type IconShapes } from '../components/icon';
import { formatNumber, message, type PlainKey, t } from '../strings';
import { nameOfServer } from './account-cards';
import type { AccountStore } from './account-store';
import { foundText, isProblem } from './problem-text';
import { type AccountRequest, ProblemNote } from './use-request';
import './doctor.css';

interface DoctorPanelProps {
  readonly examination: AccountStore['examination'];
  readonly request: Pick<AccountRequest, 'problem'>;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** Shows the findings of the connection check as they arrive. */
export function DoctorPanel(props: DoctorPanelProps): JSX.Element {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const found = props.examination.value;
  const problem = props.request.problem.value;
  const isOver = (found?.isDone ?? false) || problem !== null;
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="doctor" aria-labelledby={id} aria-busy={!isOver}>
      <h3 id={id} tabIndex={-1} ref={heading}>
        {found ? t('doctorTitle', nameOfServer(found.base)) : t('doctorOpen')}
      </h3>
      <p role="status" class="doctor-summary">
        {found?.isDone ? summaryOf(found) : !problem && t('doctorLooking')}
      </p>
      {problem && <ProblemNote problem={problem} />}
      <ul class="doctor-findings">
        {found &&
          withoutRepeats(found.findings).map((finding) => (
            <FindingItem key={finding.key} finding={finding} />
          ))}
      </ul>
      <div class="account-buttons">
        {found?.isDone && (
          <CopyButton
            label={t('articleCopy')}
            text={reportOf(found.findings, found.base, findingText)}
          />
        )}
        {isOver && (
          <Button look="quiet" onClick={props.onAgain}>
            {t('actionTryAgain')}
          </Button>
        )}
        <Button look="quiet" onClick={props.onClose}>
          {t('actionClose')}
        </Button>
      </div>
    </section>
  );
}

/**
 * Removes repeated findings: one cause may prevent many checks. The last one of each key stays
 * first in place.
 */
function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const first = new Map(findings.toReversed().map((finding) => [finding.key, finding]));
  return findings.filter((finding) => first.get(finding.key) === finding);
}

function summaryOf({ findings }: Examination): string {
  const count = (wanted: string) => findings.filter(({ outcome }) => outcome === wanted).length;
  const bad = count('bad');
  if (bad > 0) return t('doctorProblems', formatNumber(bad));
  const warnings = count('warning');
  return warnings > 0 ? t('doctorWarned', formatNumber(warnings)) : t('doctorAllWell');
}

/** Outcomes differ by shape and word, not by colour alone. */
const OUTCOME_MARKS: Record<Outcome, { readonly icon: IconShapes; readonly name: PlainKey }> = {
  good: { icon: goodIcon, name: 'outcomeGood' },
  warning: { icon: warningIcon, name: 'outcomeWarning' },
  bad: { icon: badIcon, name: 'outcomeBad' },
  skipped: { icon: skippedIcon, name: 'outcomeSkipped' },
};

/** Shows one finding and the advice for it. */
function FindingItem({ finding }: { readonly finding: Finding }): JSX.Element {
  const { outcome, key, values, advice } = finding;
  const { icon, name } = OUTCOME_MARKS[outcome];
  return (
    <li class="doctor-finding" data-outcome={outcome}>
      <Icon shapes={icon} />
      <div>
        <p>
          <span class="visually-hidden">{t(name)} </span>
          {findingText(key, values)}
        </p>
        {outcome !== 'good' && advice.length > 0 && (
          <ul class="doctor-advice">
            {advice.map((one) => (
              <li key={one}>{t(one)}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/** Messages whose value is an error kind, which is not readable text. */
const WITH_KIND: ReadonlySet<string> = new Set<FindingKey>([
  'doctorRegistrationFails',
  'doctorTokenUnsure',
  'doctorNotRead',
  'doctorNotWritten',
  'doctorPerhapsWritten',
]);

/** Returns the text of a finding or of its advice. */
const findingText: Say = (key, values) =>
  message(
    key,
    WITH_KIND.has(key)
      ? values.map((value) => (isProblem(value) ? foundText(value) : value))
      : values,
  );
