import { useSignal } from '@preact/signals';
import imagesIcon from 'lucide-static/icons/images.svg?icon';
import type { JSX } from 'preact';
import type { Article } from '../../domain';
import { Button } from '../components/button';
import type { PagePanelModel } from '../current-page/page-panel-model';
import { keepAllImages } from '../reader/keep-all-images';
import { t } from '../strings';
import { droppedByReason } from './report-words';

interface KeepImagesProps {
  readonly model: PagePanelModel;
  readonly article: Article;
}

/** *Keep all images* with why it asks, where images are missing that it would bring. */
export function KeepImages({ model, article }: KeepImagesProps): JSX.Element | null {
  const { background, imageAccess, tools } = model;
  const isBusy = useSignal(false);
  if (!droppedByReason(article.images).has('not-readable')) return null;

  const keep = () => {
    isBusy.value = true;
    // Called in the click itself: browsers show their question at no other time.
    const kept = keepAllImages(
      { background, imageAccess, toasts: tools.toasts },
      article.bookmarkId,
    );
    void kept.finally(() => {
      isBusy.value = false;
    });
  };
  return (
    <div class="keep-images">
      {imageAccess.isAllowed.value !== true && <p class="hint">{t('imagesWhy')}</p>}
      <Button icon={imagesIcon} isDisabled={isBusy.value} onClick={keep}>
        {t('imagesKeepAll')}
      </Button>
    </div>
  );
}
