import type { Words } from './words-of-language';

/**
 * Polish: `autor`, `aktualizacja` (pl-howto); `autorka` (Pomorskie Centrum Terapii Pedagogicznej);
 * `redaktor` (satinfo24.pl); `redakcja` (prestigemagazine.com.pl).
 */
export const PL: Words = {
  by: 'autor autorka',
  changed: 'aktualizacja',
  roles: 'redaktor redakcja',
};
