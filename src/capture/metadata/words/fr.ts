import type { Words } from './words-of-language';

/**
 * French: `par` (bad-tables-only); `auteur` (the head of a program of the IGN); `modifié`
 * (fr-paywall); `journaliste` (page lemonde-1 of the corpora); `rédacteur` (cirtef.com);
 * `rédactrice` (stmartinweek.fr); `rédaction` (mediapart.fr).
 */
export const FR: Words = {
  by: 'par auteur',
  changed: 'modifié',
  roles: 'journaliste rédacteur rédactrice rédaction',
};
