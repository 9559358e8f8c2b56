import type { Words } from './words-of-language';

/**
 * Hindi: `लेखक`, `अपडेट` (tutorials of GroupDocs); `संवाददाता` (jagdishranchi.blogspot.com).
 */
export const HI: Words = {
  by: 'लेखक',
  changed: 'अपडेट',
  roles: 'संवाददाता',
};
