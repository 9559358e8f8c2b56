import type { Words } from './words-of-language';

/**
 * French. On pages: `par` (bad-tables-only); `modifié` (fr-paywall); `journaliste` (page
 * lemonde-1 of the corpora). On none of them: `auteur`, `auteure`, `actualisé`, `rédacteur`,
 * `rédactrice`, `correspondant`, `correspondante`, `rédaction`.
 */
export const FR: Words = {
  by: 'par auteur auteure',
  changed: 'modifié actualisé',
  roles: 'journaliste rédacteur rédactrice correspondant correspondante rédaction',
};
