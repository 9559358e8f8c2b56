import goodIcon from 'lucide-static/icons/circle-check.svg?icon';
import skippedIcon from 'lucide-static/icons/circle-minus.svg?icon';
import badIcon from 'lucide-static/icons/circle-x.svg?icon';
import warningIcon from 'lucide-static/icons/triangle-alert.svg?icon';
import type { JSX } from 'preact';
import type { Finding, Outcome } from '../../service';
import { Icon, type IconShapes } from '../components/icon';
import { type PlainKey, t } from '../strings';
import { sayFinding } from './finding-words';

/** Told apart by shape and word, not by colour alone. */
const MARKS: Record<Outcome, { readonly icon: IconShapes; readonly name: PlainKey }> = {
  good: { icon: goodIcon, name: 'outcomeGood' },
  warning: { icon: warningIcon, name: 'outcomeWarning' },
  bad: { icon: badIcon, name: 'outcomeBad' },
  skipped: { icon: skippedIcon, name: 'outcomeSkipped' },
};

/** One thing that was looked at: what was found, and what to do about it. */
export function FindingItem({ finding }: { readonly finding: Finding }): JSX.Element {
  const { outcome, key, values, advice } = finding;
  const { icon, name } = MARKS[outcome];
  return (
    <li class="doctor-finding" data-outcome={outcome}>
      <Icon shapes={icon} />
      <div>
        <p>
          <span class="visually-hidden">{t(name)} </span>
          {sayFinding(key, values)}
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
