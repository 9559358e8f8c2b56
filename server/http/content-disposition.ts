/** What can't stand in a quoted name that every client reads the same. */
const NOT_PLAIN = /[^\w .()-]+/g;
/** What `encodeURIComponent` leaves as it is and RFC 8187 does not. */
const NOT_ENCODED = /['()*]/g;

/**
 * `Content-Disposition` of a file to be kept under `name`, whatever script it is in: as ASCII for
 * old clients, and as it is for the others.
 * @param name without halves of characters
 * @see https://www.rfc-editor.org/rfc/rfc6266#appendix-D
 */
export function attachment(name: string): string {
  const ascii = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(NOT_PLAIN, '_');
  const plain = `attachment; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encoded(name)}`;
}

const encoded = (name: string): string =>
  encodeURIComponent(name).replace(
    NOT_ENCODED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
