import type { Words } from './words-of-language';

/**
 * Dutch. On pages: `door` (nl-search-results). On none of them: `bijgewerkt`, `gewijzigd`,
 * `redacteur`, `verslaggever`, `redactie`.
 */
export const NL: Words = {
  by: 'door',
  changed: 'bijgewerkt gewijzigd',
  roles: 'redacteur verslaggever redactie',
};
