import type { ReaderSettings } from '../src/domain/settings';
import { applyTheme } from '../src/ui/theme/theme';

/** Applies the theme to the page, and to the browser's bars around it. */
export function showTheme(theme: ReaderSettings['theme']): void {
  applyTheme(theme);
  const { backgroundColor } = getComputedStyle(document.body);
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    // The document has a colour for each theme of the system.
    meta.dataset.system ??= meta.content;
    meta.content = theme === 'system' ? meta.dataset.system : backgroundColor;
  }
}
