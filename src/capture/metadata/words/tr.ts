import type { Words } from './words-of-language';

/**
 * Turkish: `yazar` (gulizarbaki.com); `güncelleme` (tr-column); `güncellendi` (documentation of
 * Volentix); `muhabir` (sabah.com.tr); `editör` (dogankentgazetesi.com).
 */
export const TR: Words = {
  by: 'yazar',
  changed: 'güncelleme güncellendi',
  roles: 'muhabir editör',
};
