import type { Words } from './words-of-language';

/**
 * Italian: `di` (it-academic); `aggiornato` (notes of a game, gestionale di fattoria);
 * `aggiornamento` (tuttonotizie.net); `giornalista`, `inviato`, `corrispondente`, `redazione`
 * (lacomunicazione.it).
 */
export const IT: Words = {
  by: 'di',
  changed: 'aggiornato aggiornamento',
  roles: 'giornalista inviato corrispondente redazione',
};
