import type { Capture } from '../capture';

/**
 * Addresses of the images to read for a capture, most wanted first: the icon and the lead image
 * for the list, then the article's in document order.
 */
export function imageUrls({ metadata, article }: Capture): string[] {
  const urls = [
    metadata.iconUrl,
    metadata.imageUrl,
    ...(article?.images ?? []).map(({ url }) => url),
  ];
  return urls.filter((url) => url !== null);
}
