import type { ReaderSettings } from '../../domain/settings';
import { t } from '../strings';
import '../../theme/tokens.css';
import '../../theme/base.css';
import '../../theme/layout.css';

type Theme = ReaderSettings['theme'];

/** Sets the theme of the document. `system` follows the browser. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
}

/** Sets the language and text direction of the document. */
export function applyLanguage(): void {
  const root = document.documentElement;
  root.lang = t('language');
  root.dir = t('direction');
}
