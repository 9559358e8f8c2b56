import saveIcon from 'lucide-static/icons/bookmark-plus.svg?icon';
import importIcon from 'lucide-static/icons/folder-input.svg?icon';
import serverIcon from 'lucide-static/icons/server.svg?icon';
import type { JSX } from 'preact';
import { t } from '../strings';
import { Icon } from './icon';
import './first-steps.css';

/** A page to try saving on: long, with images, and there for years. */
const SAMPLE_PAGE = 'https://en.wikipedia.org/wiki/Leaf';

const STEPS = [
  [saveIcon, 'firstSave', 'firstSaveText', SAMPLE_PAGE],
  [importIcon, 'firstImport', 'firstImportText', 'library.html#/import'],
  [serverIcon, 'firstServer', 'firstServerText', 'options.html#account'],
] as const;

/** The three ways to begin, for the welcome page and an empty library. */
export const FirstSteps = (): JSX.Element => (
  <ul class="first-steps">
    {STEPS.map(([icon, title, text, href]) => (
      <li key={title}>
        <a href={href} target="_blank" rel="noreferrer">
          <Icon shapes={icon} />
          <strong>{t(title)}</strong>
          <span>{t(text)}</span>
        </a>
      </li>
    ))}
  </ul>
);
