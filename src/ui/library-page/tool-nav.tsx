import type { JSX } from 'preact';
import { t } from '../strings';
import { hashOf, type Route } from './route';

/** What can be done with the whole library. */
export function ToolNav({ route }: { readonly route: Route }): JSX.Element {
  return (
    <nav class="view-nav" aria-label={t('toolsName')}>
      <ul>
        <li>
          <a
            href={hashOf({ kind: 'duplicates' })}
            aria-current={route.kind === 'duplicates' ? 'page' : undefined}
          >
            {t('duplicatesOpen')}
          </a>
        </li>
      </ul>
    </nav>
  );
}
