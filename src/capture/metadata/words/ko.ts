import type { Words } from './words-of-language';

/**
 * Korean. On pages: `글` (page 9da36ae4714b of the corpora). On none of them: `수정`, `기자`.
 */
export const KO: Words = {
  by: '글',
  changed: '수정',
  roles: '기자',
};
