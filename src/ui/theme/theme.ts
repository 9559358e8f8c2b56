import type { ReaderSettings } from '../../domain/settings';
import { t } from '../strings';
import '../../theme/tokens.css';
import '../../theme/base.css';

type Theme = ReaderSettings['theme'];

/** Sets the theme of the document. `system` follows the browser. */
export function applyTheme(theme: Theme, root: HTMLElement = document.documentElement): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
}

/** Sets the language and text direction of the document. */
export function applyLanguage(root: HTMLElement = document.documentElement): void {
  root.lang = t('language');
  root.dir = t('direction');
}
