import type { Words } from './words-of-language';

/**
 * Chinese. On pages: `文`, `记者` (zh-news). On none of them: `作者`, `記者`, `更新`.
 */
export const ZH: Words = {
  by: '文 作者 记者 記者',
  changed: '更新',
  roles: '',
};
