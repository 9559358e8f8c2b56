import type { Words } from './words-of-language';

/**
 * Japanese: `文` (ja-vertical); `最終更新日` (a manual, nRF5340ファームウェア).
 */
export const JA: Words = {
  by: '文',
  changed: '最終更新日',
  roles: '',
};
