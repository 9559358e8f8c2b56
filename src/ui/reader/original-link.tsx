import type { ComponentChildren, JSX } from 'preact';
import { type Bookmark, openableUrl } from '../../domain';
import { t } from '../strings';

interface OriginalLinkProps {
  readonly bookmark: Bookmark;
  /** `icon` shows `children` alone; the others are buttons with text. */
  readonly look: 'primary' | 'quiet' | 'icon';
  readonly children?: ComponentChildren;
}

/** A link that opens the page itself in a new tab; null when its address may not be opened. */
export function OriginalLink({ bookmark, look, children }: OriginalLinkProps): JSX.Element | null {
  const href = openableUrl(bookmark);
  if (href === null) return null;
  const words = t('readerOpenOriginal');
  return look === 'icon' ? (
    <a
      class="icon-button"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={words}
      aria-label={words}
    >
      {children}
    </a>
  ) : (
    <a
      class="button"
      {...(look === 'primary' && { 'data-look': look })}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      {words}
    </a>
  );
}
