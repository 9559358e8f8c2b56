import fileIcon from 'lucide-static/icons/file-x.svg?icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AddressOnlyReason, Bookmark } from '../../domain';
import type { Background } from '../background';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import { ADDRESS_ONLY_REASONS, BACKGROUND_FAILURES } from '../sentences';
import { t } from '../strings';
import { OriginalLink } from './original-link';

interface ArticleMissingProps {
  readonly bookmark: Bookmark;
  readonly background: Pick<Background, 'captureAgain'>;
}

/** What has no text, or none that an extension may read: capturing it again would help nobody. */
const NEVER_CAPTURED: ReadonlySet<AddressOnlyReason> = new Set([
  'browser-page',
  'extension-store',
  'pdf',
  'file',
  'not-html',
]);

/** There is no text: why that is, and what a person can do about it. */
export function ArticleMissing({ bookmark, background }: ArticleMissingProps): JSX.Element {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { content } = bookmark;
  const canCapture = content.kind === 'article' || !NEVER_CAPTURED.has(content.reason);

  async function captureAgain(): Promise<void> {
    setBusy(true);
    const captured = await background.captureAgain(bookmark.id);
    setBusy(false);
    // When it went well the article comes by itself.
    setFailure(captured.ok ? null : t(BACKGROUND_FAILURES[captured.error.kind]));
  }

  return (
    <section class="article-missing">
      <Icon shapes={fileIcon} />
      <h2>{t(content.kind === 'address' ? 'readerAddressOnly' : 'readerTextLost')}</h2>
      {content.kind === 'address' && <p>{t(ADDRESS_ONLY_REASONS[content.reason])}</p>}
      {canCapture && <p>{t('readerHowToCapture')}</p>}
      <p class="article-missing-actions">
        <OriginalLink bookmark={bookmark} look="primary" />
        {canCapture && (
          <Button onClick={() => void captureAgain()} isDisabled={isBusy}>
            {t('captureAgain')}
          </Button>
        )}
      </p>
      <p role="status">{failure}</p>
    </section>
  );
}
