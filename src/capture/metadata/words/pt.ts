import type { Words } from './words-of-language';

/**
 * Portuguese. On pages: `por`, `atualizado` (pt-gallery). On none of them: `atualizada`,
 * `repórter`, `jornalista`, `redator`, `redatora`, `correspondente`, `redação`.
 */
export const PT: Words = {
  by: 'por',
  changed: 'atualizado atualizada',
  roles: 'repórter jornalista redator redatora correspondente redação',
};
