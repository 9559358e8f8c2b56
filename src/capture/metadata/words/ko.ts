import type { Words } from './words-of-language';

/**
 * Korean: `글` (page 9da36ae4714b of the corpora); `수정` (kmib.co.kr); `기자` (meca.or.kr).
 */
export const KO: Words = {
  by: '글',
  changed: '수정',
  roles: '기자',
};
