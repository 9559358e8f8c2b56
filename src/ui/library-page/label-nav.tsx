import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { LabelCount } from '../../library/repository';
import { formatNumber, plural, t } from '../strings';
import { hashOf } from './route';

interface LabelNavProps {
  readonly labels: readonly LabelCount[];
  readonly chosen: string | null;
}

/** All labels in use, each leading to its bookmarks. */
export function LabelNav({ labels, chosen }: LabelNavProps): JSX.Element | null {
  const title = useId();
  if (labels.length === 0) return null;
  return (
    <nav class="view-nav label-nav" aria-labelledby={title}>
      <h2 id={title}>{t('labelsTitle')}</h2>
      <ul>
        {labels.map(({ name, count }) => (
          <li key={name}>
            <a
              href={hashOf({ kind: 'list', choice: { view: 'all', label: name } })}
              aria-current={name === chosen ? 'page' : undefined}
              title={plural('bookmarks', count)}
            >
              <bdi>{name}</bdi>
              <span class="view-count" aria-hidden="true">
                {formatNumber(count)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
