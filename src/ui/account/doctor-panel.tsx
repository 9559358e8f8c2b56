import goodIcon from 'lucide-static/icons/circle-check.svg?icon';
import skippedIcon from 'lucide-static/icons/circle-minus.svg?icon';
import badIcon from 'lucide-static/icons/circle-x.svg?icon';
import warningIcon from 'lucide-static/icons/triangle-alert.svg?icon';
import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Check, Examination, Finding, Outcome } from '../../service';
import { reportOf } from '../../service/account/doctor-results';
import { Button } from '../components/button';
import { CopyButton } from '../components/copy-button';
import { Icon, type IconShapes } from '../components/icon';
import { formatNumber, type MessageKey, message, type PlainKey, t } from '../strings';
import { nameOfServer } from './account-cards';
import type { AccountStore } from './account-store';
import { type AccountRequest, ProblemNote } from './use-request';
import './doctor.css';

interface DoctorPanelProps {
  readonly examination: AccountStore['examination'];
  readonly request: Pick<AccountRequest, 'problem'>;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** Shows the results of the connection check as they arrive. */
export function DoctorPanel(props: DoctorPanelProps): JSX.Element {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const found = props.examination.value;
  const problem = props.request.problem.value;
  const isOver = (found?.isDone ?? false) || problem !== null;
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="doctor card stack" aria-labelledby={id} aria-busy={!isOver}>
      <h3 id={id} tabIndex={-1} ref={heading}>
        {found ? t('doctorTitle', nameOfServer(found.base)) : t('doctorOpen')}
      </h3>
      <p role="status" class="hide-empty">
        {found?.isDone ? summaryOf(found) : !problem && t('doctorLooking')}
      </p>
      {problem && <ProblemNote problem={problem} />}
      <ul class="hide-empty stack gap-2">
        {found?.findings.map((finding) => (
          <FindingItem key={finding.check} finding={finding} />
        ))}
      </ul>
      <div class="account-buttons hide-empty cluster">
        {found?.isDone && (
          <CopyButton
            label={t('articleCopy')}
            text={reportOf(found.findings, found.base, message)}
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

/** Each check with its result. */
const CHECK_TEXTS: Record<Check, MessageKey> = {
  reach: 'doctorReach',
  server: 'doctorServer',
  signIn: 'doctorSignIn',
  write: 'doctorWrite',
};

/** Shows one finding and the advice for it. */
function FindingItem({ finding }: { readonly finding: Finding }): JSX.Element {
  const { check, outcome, key, values, advice } = finding;
  const { icon, name } = OUTCOME_MARKS[outcome];
  return (
    <li class="doctor-finding" data-outcome={outcome}>
      <Icon shapes={icon} />
      <div>
        <p>
          <span class="visually-hidden">{t(name)} </span>
          {message(CHECK_TEXTS[check], [message(key, values)])}
        </p>
        {advice.length > 0 && (
          <ul class="doctor-advice stack gap-1">
            {advice.map((one) => (
              <li key={one}>{t(one)}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
