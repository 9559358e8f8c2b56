import type { Article, ArticleImage, CaptureChange, ImageDropReason } from '../../domain';
import { IMAGE_DROP_REASONS } from '../sentences';
import { formatNumber, plural, t } from '../strings';

/** How many images of the article are not kept, by reason. */
export function droppedByReason(
  images: readonly ArticleImage[],
): ReadonlyMap<ImageDropReason, number> {
  const counts = new Map<ImageDropReason, number>();
  for (const image of images) {
    if (image.hash === null) counts.set(image.reason, (counts.get(image.reason) ?? 0) + 1);
  }
  return counts;
}

/** The images of an article in sentences: those kept, then the rest with the reasons. */
export function imageLines({ images }: Article): readonly string[] {
  if (images.length === 0) return [t('reportNoImages')];
  const kept = images.filter((image) => image.hash !== null).length;
  const dropped = [...droppedByReason(images)].map(([reason, count]) =>
    plural(IMAGE_DROP_REASONS[reason], count),
  );
  return [plural('reportImagesKept', kept), ...dropped];
}

/** What *Capture again* changed, in sentences. */
export function changeLines(change: CaptureChange): readonly string[] {
  const lines: string[] = [];
  if (change.titleBefore !== null) lines.push(t('changeTitle', change.titleBefore));
  if (change.wordsBefore !== change.wordsAfter) {
    lines.push(t('changeWords', formatNumber(change.wordsAfter), formatNumber(change.wordsBefore)));
  }
  if (change.paragraphsAdded > 0) lines.push(plural('changeAdded', change.paragraphsAdded));
  if (change.paragraphsRemoved > 0) lines.push(plural('changeRemoved', change.paragraphsRemoved));
  if (change.imagesBefore !== change.imagesAfter) {
    const [after, before] = [change.imagesAfter, change.imagesBefore].map(formatNumber);
    lines.push(t('changeImages', after ?? '', before ?? ''));
  }
  return lines.length === 0 ? [t('captureUnchanged')] : lines;
}
