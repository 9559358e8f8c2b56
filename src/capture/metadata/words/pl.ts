import type { Words } from './words-of-language';

/**
 * Polish. On pages: `autor`, `aktualizacja` (pl-howto). On none of them: `autorka`,
 * `zaktualizowano`, `redaktor`, `redakcja`.
 */
export const PL: Words = {
  by: 'autor autorka',
  changed: 'aktualizacja zaktualizowano',
  roles: 'redaktor redakcja',
};
