import type { JSX } from 'preact';
import { Button } from '../components/button';
import type { ImageAccess } from '../image-access';
import { t } from '../strings';
import { Section } from './section';

/** *Keep all images*: what it is for, and the way to give the access and to take it back. */
export function ImagesSection({ imageAccess }: { readonly imageAccess: ImageAccess }): JSX.Element {
  const isAllowed = imageAccess.isAllowed.value;
  return (
    <Section title={t('optionsImages')}>
      <p>{t('optionsImagesText')}</p>
      {isAllowed === false && (
        <>
          <p>{t('optionsImagesWhy')}</p>
          {/* The browser's question wants to be asked by the click itself: nothing comes before. */}
          <Button onClick={() => void imageAccess.ask()}>{t('imagesKeepAll')}</Button>
        </>
      )}
      {isAllowed && (
        <>
          <p class="options-state">{t('optionsImagesAllowed')}</p>
          <Button onClick={() => void imageAccess.takeBack()}>{t('optionsImagesTakeBack')}</Button>
        </>
      )}
    </Section>
  );
}
