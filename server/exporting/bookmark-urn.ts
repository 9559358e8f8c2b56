import { hash } from 'node:crypto';
import { decodeShortId } from '../../src/contract';
import type { UserRow } from '../storage';

/**
 * A name of a bookmark or a collection that is the same wherever the server is reached: its id is a
 * UUID.
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-4
 */
export const bookmarkUrn = (id: string): string =>
  urnOf(Buffer.from(decodeShortId(id) ?? []).toString('hex'));

/**
 * A name of something of `user` that has no id, such as a list: the same as long as there is the
 * user, and nobody else's. It is a UUID of version 8, with a hash in it.
 * @see https://www.rfc-editor.org/rfc/rfc9562#section-5.8
 */
export function nameUrn({ id, created }: Pick<UserRow, 'id' | 'created'>, name: string): string {
  const digest = hash('sha256', `${id} ${created} ${name}`, 'hex');
  return urnOf(`${digest.slice(0, 12)}8${digest.slice(13, 16)}8${digest.slice(17, 32)}`);
}

const urnOf = (hex: string): string =>
  `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
