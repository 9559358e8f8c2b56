import type { Words } from './words-of-language';

/**
 * Thai: `โดย` (th-blog); `อัปเดต` (notes of TasuyaWay).
 */
export const TH: Words = {
  by: 'โดย',
  changed: 'อัปเดต',
  roles: '',
};
