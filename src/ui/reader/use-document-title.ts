import { useLayoutEffect } from 'preact/hooks';
import { t } from '../strings';

/** Names the window, and the tab, by what is read in it; afterwards it has its name again. */
export function useDocumentTitle(title: string): void {
  useLayoutEffect(() => {
    const before = document.title;
    const during = t('libraryTitle', title);
    document.title = during;
    return () => {
      // Unless the page has named itself anew in the meantime.
      if (document.title === during) document.title = before;
    };
  }, [title]);
}
