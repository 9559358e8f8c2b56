import saveIcon from 'lucide-static/icons/bookmark-plus.svg?icon';
import importIcon from 'lucide-static/icons/folder-input.svg?icon';
import serverIcon from 'lucide-static/icons/server.svg?icon';
import type { JSX } from 'preact';
import { t } from '../strings';
import { CardLinks } from './card-links';

/** A page to try saving on: long, with images, and there for years. */
const SAMPLE_PAGE_URL = 'https://en.wikipedia.org/wiki/Leaf';

const IN_EXTENSION = [
  [saveIcon, 'firstSave', 'firstSaveText', SAMPLE_PAGE_URL],
  [importIcon, 'firstImport', 'firstImportText', 'library.html#/import'],
  [serverIcon, 'firstServer', 'firstServerText', 'options.html#account'],
] as const;

/** The web app has no button in the toolbar of the browser, and its user is signed in. */
const IN_WEB_APP = [
  [saveIcon, 'barAdd', 'firstShare', '#/add'],
  [importIcon, 'firstImport', 'firstImportText', '#/import'],
] as const;

interface FirstStepsProps {
  readonly isWebApp?: boolean;
}

/** The ways to begin, for the welcome page and an empty library. */
export const FirstSteps = ({ isWebApp = false }: FirstStepsProps): JSX.Element => (
  <CardLinks
    opensTabs={!isWebApp}
    cards={(isWebApp ? IN_WEB_APP : IN_EXTENSION).map(([icon, title, text, href]) => ({
      icon,
      title: t(title),
      text: t(text),
      href,
    }))}
  />
);
