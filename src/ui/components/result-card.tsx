import type { ComponentChildren, JSX } from 'preact';
import './result-card.css';

interface ResultCardProps {
  /** The main thing, as large text. */
  readonly title: ComponentChildren;
  /** The facts below it. */
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

/** The result of some work, or what the work will do. */
export const ResultCard = ({ title, children, actions }: ResultCardProps): JSX.Element => (
  <div class="result-card card stack gap-2">
    <p class="result-title">{title}</p>
    {children}
    {actions && <p class="result-actions cluster gap-3">{actions}</p>}
  </div>
);
