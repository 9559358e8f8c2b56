import type { Words } from './words-of-language';

/**
 * Chinese: `文`, `记者` (zh-news); `作者` (jianshu.com); `記者` (amysidvtw.blogspot.com); `更新` (yuque.com); `最后更新` (a manual,
 * STM32CubeMX); `最後更新` (notes, 生成式 AI 代理人).
 */
export const ZH: Words = {
  by: '文 作者 记者 記者',
  changed: '更新 最后更新 最後更新',
  roles: '',
};
