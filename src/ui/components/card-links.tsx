import type { JSX } from 'preact';
import { Icon, type IconShapes } from './icon';
import './card-links.css';

export interface CardLink {
  readonly icon: IconShapes;
  readonly title: string;
  /** One line about what is there. */
  readonly text: string;
  readonly href: string;
}

interface CardLinksProps {
  readonly cards: readonly CardLink[];
  readonly opensTabs?: boolean;
}

/** Links as cards. All of a card can be pressed. */
export const CardLinks = ({ cards, opensTabs = false }: CardLinksProps): JSX.Element => (
  <ul class="card-links cards full">
    {cards.map(({ icon, title, text, href }) => (
      <li key={href}>
        <a class="card" href={href} {...(opensTabs && { target: '_blank', rel: 'noreferrer' })}>
          <Icon shapes={icon} />
          <strong>{title}</strong>
          <span>{text}</span>
        </a>
      </li>
    ))}
  </ul>
);
