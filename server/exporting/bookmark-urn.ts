import { decodeShortId } from '../../src/contract';

/**
 * A name of a bookmark that is the same wherever the server is reached: its id is a UUID.
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-4
 */
export function bookmarkUrn(id: string): string {
  const hex = Buffer.from(decodeShortId(id) ?? []).toString('hex');
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
}
