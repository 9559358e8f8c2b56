import type { DuplicateMember, DuplicateReason, Likeness } from '../../domain/duplicates';
import { formatNumber, type PlainKey, plural, t } from '../strings';

const REASONS = {
  address: 'duplicateAddress',
  www: 'duplicateWww',
  mobile: 'duplicateMobile',
  amp: 'duplicateAmp',
  index: 'duplicateIndex',
  tracking: 'duplicateTracking',
  route: 'duplicateRoute',
  canonical: 'duplicateCanonical',
  text: 'duplicateText',
} as const satisfies Record<DuplicateReason, PlainKey>;

/** Why it is thought to be the page of the kept one. */
export const reasonWords = ({ reasons }: Likeness): string =>
  reasons.map((reason) => t(REASONS[reason])).join(' · ');

/** How much of the page there is: words and images, or the address alone. */
export function sizeWords({ bookmark, article }: DuplicateMember): string {
  const { content, wordCount } = bookmark;
  if (content.kind === 'address' && content.reason !== 'on-server') return t('rowAddressOnly');
  const words = plural('reportWords', wordCount);
  if (article === null) return `${words} · ${t('duplicateOnServer')}`;
  return article.images === 0 ? words : `${words} · ${plural('duplicateImages', article.images)}`;
}

/** What a person did with it, but for its labels. */
export function stateWords({ bookmark }: DuplicateMember): readonly string[] {
  const { isFavourite, isArchived, readProgress } = bookmark;
  return [
    ...(isFavourite ? [t('rowFavourite')] : []),
    ...(isArchived ? [t('rowArchived')] : []),
    ...(readProgress > 0 ? [t('rowProgress', formatNumber(readProgress))] : []),
  ];
}
