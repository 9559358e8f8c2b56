import type { Words } from './words-of-language';

/**
 * Dutch: `door` (nl-search-results); `bijgewerkt` (200ok.nl); `redacteur` (Zij aan Zij);
 * `verslaggever`, `redactie` (cvandaag.nl).
 */
export const NL: Words = {
  by: 'door',
  changed: 'bijgewerkt',
  roles: 'redacteur verslaggever redactie',
};
