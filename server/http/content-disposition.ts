/** Characters that some clients misread in a quoted name. */
const NOT_PLAIN = /[^\w .()-]+/g;
/** Characters that RFC 8187 encodes and `encodeURIComponent` does not. */
const NOT_ENCODED = /['()*]/g;

/**
 * Writes the `Content-Disposition` of a download: `name` in ASCII for old clients, and unchanged for
 * the others.
 * @param name without lone surrogates
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
