import type { Words } from './words-of-language';

/**
 * Portuguese: `por`, `atualizado` (pt-gallery); `repórter`, `redação` (auniao.pb.gov.br);
 * `jornalista` (gauchazh.clicrbs.com.br); `redator` (super.abril.com.br); `correspondente` (a
 * profile, TV Globo).
 */
export const PT: Words = {
  by: 'por',
  changed: 'atualizado',
  roles: 'repórter jornalista redator correspondente redação',
};
