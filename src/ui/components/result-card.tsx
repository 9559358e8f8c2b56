import type { ComponentChildren, JSX } from 'preact';
import './result-card.css';

interface ResultCardProps {
  /** What counts most, as large text. */
  readonly title: ComponentChildren;
  /** What follows from it. */
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

/** The result of some work, or what the work will do. */
export const ResultCard = ({ title, children, actions }: ResultCardProps): JSX.Element => (
  <div class="result-card">
    <p class="result-title">{title}</p>
    {children}
    {actions && <p class="result-actions">{actions}</p>}
  </div>
);
