import type { JSX } from 'preact';
import { Button } from '../components/button';
import { type PlainKey, t } from '../strings';

/** How a person installs the web app. */
export type Installing =
  | { readonly kind: 'prompt'; readonly install: () => void }
  /** Safari has no request for it, and empties what is not installed. */
  | { readonly kind: 'home-screen' | 'dock' };

/** Says that Safari may empty a site, and how a person installs it. */
export const INSTALL_WORDS = {
  'home-screen': 'installHomeScreen',
  dock: 'installDock',
} as const satisfies Record<Exclude<Installing['kind'], 'prompt'>, PlainKey>;

/** Offers to install the app, or says how. */
export function InstallLine({ way }: { readonly way: Installing }): JSX.Element {
  if (way.kind === 'prompt') return <Button onClick={way.install}>{t('installDo')}</Button>;
  return <p class="options-warning">{t(INSTALL_WORDS[way.kind])}</p>;
}
