import type { JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { Finding } from '../../service';
import { reportOf } from '../../service/doctor/report';
import { Button } from '../components/button';
import { CopyButton } from '../components/copy-button';
import { plural, t } from '../strings';
import type { AccountStore, Examination } from './account-store';
import { FindingItem } from './finding-item';
import { sayFinding } from './finding-words';
import { nameOfServer } from './server-address';
import { TroubleNote } from './trouble-note';
import type { Order } from './use-order';
import './doctor.css';

interface DoctorPanelProps {
  readonly examination: AccountStore['examination'];
  readonly order: Pick<Order, 'trouble'>;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** What was found about the connection, step by step, as it is found. */
export function DoctorPanel(props: DoctorPanelProps): JSX.Element {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const found = props.examination.value;
  const trouble = props.order.trouble.value;
  const isOver = (found?.isDone ?? false) || trouble !== null;
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="doctor" aria-labelledby={id} aria-busy={!isOver}>
      <h3 id={id} tabIndex={-1} ref={heading}>
        {found ? t('doctorTitle', nameOfServer(found.base)) : t('doctorStarting')}
      </h3>
      <p role="status" class="doctor-summary">
        {found?.isDone ? summaryOf(found) : !trouble && t('doctorLooking')}
      </p>
      {trouble && <TroubleNote trouble={trouble} />}
      <ul class="doctor-findings">
        {found &&
          saidOnce(found.findings).map((finding) => (
            <FindingItem key={finding.key} finding={finding} />
          ))}
      </ul>
      <div class="account-buttons">
        {found?.isDone && (
          <CopyButton
            label={t('doctorCopy')}
            text={reportOf(found.findings, found.base, sayFinding)}
          />
        )}
        {isOver && (
          <Button look="quiet" onClick={props.onAgain}>
            {t('doctorAgain')}
          </Button>
        )}
        <Button look="quiet" onClick={props.onClose}>
          {t('doctorClose')}
        </Button>
      </div>
    </section>
  );
}

/** Without what says the same again, as one thing may keep many others from being looked at. */
function saidOnce(findings: readonly Finding[]): readonly Finding[] {
  const saying = new Map(findings.toReversed().map((finding) => [finding.key, finding]));
  return findings.filter((finding) => saying.get(finding.key) === finding);
}

function summaryOf({ findings }: Examination): string {
  const count = (wanted: string) => findings.filter(({ outcome }) => outcome === wanted).length;
  const bad = count('bad');
  if (bad > 0) return plural('doctorTrouble', bad);
  const warnings = count('warning');
  return warnings > 0 ? plural('doctorWarned', warnings) : t('doctorAllWell');
}
