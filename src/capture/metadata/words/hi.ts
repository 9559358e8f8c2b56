import type { Words } from './words-of-language';

/**
 * Hindi. On none of the pages: `लेखक`, `अपडेट`, `संवाददाता`.
 */
export const HI: Words = {
  by: 'लेखक',
  changed: 'अपडेट',
  roles: 'संवाददाता',
};
