import missingIcon from 'lucide-static/icons/file-x.svg?icon';
import type { JSX } from 'preact';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import { t } from '../strings';

/** The bookmark was deleted for good, or the address names none. */
export function ReaderGone({ onBack }: { readonly onBack: () => void }): JSX.Element {
  return (
    <section class="article-missing">
      <Icon shapes={missingIcon} />
      <h1>{t('readerGone')}</h1>
      <p>{t('readerGoneWhy')}</p>
      <Button look="primary" onClick={onBack}>
        {t('readerBack')}
      </Button>
    </section>
  );
}
