import type { ComponentChildren, JSX } from 'preact';
import { type PlainKey, t } from '../strings';
import { Mark } from './icon';

interface EmptyProps {
  readonly title: PlainKey;
  readonly text?: PlainKey;
  readonly hasMark?: boolean;
  readonly role?: 'status' | 'alert';
  readonly children?: ComponentChildren;
}

/** Shown instead of a list without items. */
export function Empty({ title, text, hasMark, role, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty-list stack gap-2" role={role}>
      {hasMark && <Mark />}
      <h2>{t(title)}</h2>
      {text && <p>{t(text)}</p>}
      {children}
    </div>
  );
}
