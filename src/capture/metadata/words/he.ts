import type { Words } from './words-of-language';

/**
 * Hebrew. On pages: `עודכן`, `כתב` (he-news). On none of them: `מאת`, `עדכון`, `כתבת`, `עורך`.
 */
export const HE: Words = {
  by: 'מאת',
  changed: 'עודכן עדכון',
  roles: 'כתב כתבת עורך',
};
