import type { Words } from './words-of-language';

/**
 * Japanese. On pages: `文` (ja-vertical). On none of them: `更新`.
 */
export const JA: Words = {
  by: '文',
  changed: '更新',
  roles: '',
};
