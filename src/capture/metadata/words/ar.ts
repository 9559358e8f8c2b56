import type { Words } from './words-of-language';

/**
 * Arabic: `كتب` (ar-opinion-latin); `بقلم` (sudanjournal.com); `تحديث` (ar-news); `مراسل`
 * (aljazeera.net).
 */
export const AR: Words = {
  by: 'بقلم كتب',
  changed: 'تحديث',
  roles: 'مراسل',
};
