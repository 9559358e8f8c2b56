import type { Words } from './words-of-language';

/**
 * Italian. On pages: `di` (it-academic). On none of them: `aggiornato`, `aggiornamento`,
 * `giornalista`, `inviato`, `inviata`, `corrispondente`, `redazione`.
 */
export const IT: Words = {
  by: 'di',
  changed: 'aggiornato aggiornamento',
  roles: 'giornalista inviato inviata corrispondente redazione',
};
