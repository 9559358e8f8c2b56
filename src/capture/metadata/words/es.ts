import type { Words } from './words-of-language';

/**
 * Spanish. On pages: `por` (es-foro); `autora`, `actualizado` (es-listicle). On none of them:
 * `autor`, `actualizada`, `modificado`, `periodista`, `redactor`, `redactora`, `corresponsal`,
 * `redacción`.
 */
export const ES: Words = {
  by: 'por autor autora',
  changed: 'actualizado actualizada modificado',
  roles: 'periodista redactor redactora corresponsal redacción',
};
