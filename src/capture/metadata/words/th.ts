import type { Words } from './words-of-language';

/**
 * Thai. On pages: `โดย` (th-blog). On none of them: `อัปเดต`, `ผู้สื่อข่าว`.
 */
export const TH: Words = {
  by: 'โดย',
  changed: 'อัปเดต',
  roles: 'ผู้สื่อข่าว',
};
