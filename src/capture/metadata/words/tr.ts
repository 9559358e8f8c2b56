import type { Words } from './words-of-language';

/**
 * Turkish. On pages: `güncelleme` (tr-column). On none of them: `yazar`, `yazan`, `güncellendi`,
 * `muhabir`, `editör`.
 */
export const TR: Words = {
  by: 'yazar yazan',
  changed: 'güncelleme güncellendi',
  roles: 'muhabir editör',
};
