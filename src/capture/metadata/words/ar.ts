import type { Words } from './words-of-language';

/**
 * Arabic. On pages: `كتب` (ar-opinion-latin); `تحديث` (ar-news). On none of them: `بقلم`, `كتبت`,
 * `مراسل`, `محرر`.
 */
export const AR: Words = {
  by: 'بقلم كتب كتبت',
  changed: 'تحديث',
  roles: 'مراسل محرر',
};
