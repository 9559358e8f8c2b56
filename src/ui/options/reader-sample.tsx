import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { appearanceStyle, loadFont } from '../reader/appearance';
import type { SettingsStore } from '../settings-store';
import { t } from '../strings';
import '../../theme/article.css';

/** A few lines as the reader would set them. */
export function ReaderSample({ settings }: { readonly settings: SettingsStore }): JSX.Element {
  const { reader } = settings.settings.value;
  useEffect(() => void loadFont(reader.font), [reader.font]);
  return (
    <figure class="options-sample" style={appearanceStyle(reader)}>
      <figcaption class="visually-hidden">{t('optionsSample')}</figcaption>
      <div class="article" lang={t('language')}>
        <p>{t('optionsSampleText')}</p>
      </div>
    </figure>
  );
}
