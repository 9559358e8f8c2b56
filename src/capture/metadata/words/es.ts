import type { Words } from './words-of-language';

/**
 * Spanish: `por` (es-foro); `autora`, `actualizado` (es-listicle); `periodista`, `redacción`
 * (relevo.com); `redactor`, `corresponsal` (ru24.net/foreign/414045425); `redactora` (Enfoque
 * Mundial).
 */
export const ES: Words = {
  by: 'por autora',
  changed: 'actualizado',
  roles: 'periodista redactor redactora corresponsal redacción',
};
