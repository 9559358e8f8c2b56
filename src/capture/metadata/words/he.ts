import type { Words } from './words-of-language';

/**
 * Hebrew: `מאת` (hofesh.org.il); `עודכן`, `כתב` (he-news); `עדכון` (documentation of DrawingAI Pro);
 * `כתבת` (globes.co.il).
 */
export const HE: Words = {
  by: 'מאת',
  changed: 'עודכן עדכון',
  roles: 'כתב כתבת',
};
