import { createHash } from 'node:crypto';
import { encodeShortId } from '../../../src/contract';

const ENDINGS: Readonly<Record<string, string>> = {
  'image/gif': 'gif',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'image/x-icon': 'ico',
};
const ID_BYTES = 16;

/** The file name of an image inside an article, from its address alone (protocol.md section 11). */
export const embeddedName = (url: string, contentType: string): string =>
  imageName(
    encodeShortId(createHash('sha256').update(url).digest().subarray(0, ID_BYTES)),
    contentType,
  );

/** The media type that the ending of a name says; undefined when `imageName` gives no such ending. */
export const typeOfImageName = (name: string): string | undefined =>
  Object.keys(ENDINGS).find((type) => name.endsWith(`.${ENDINGS[type]}`));

/** A name with the ending of its type. */
export const imageName = (name: string, contentType: string): string =>
  `${name}.${ENDINGS[contentType] ?? 'bin'}`;
