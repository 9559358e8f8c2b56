import type { ComponentChildren, JSX } from 'preact';
import { t } from '../strings';

/** A reason that is folded until somebody asks for it. */
export function Why({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <details class="why hint">
      <summary>{t('why')}</summary>
      <p>{children}</p>
    </details>
  );
}
