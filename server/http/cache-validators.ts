import { hash } from 'node:crypto';
import { SECOND_MS, type UnixMs } from '../../src/domain/time';
import type { Server } from '../server';
import type { CallerContext } from './context';

/** Computes the entity tag of a body from its hash. */
export const entityTagOf = (body: string | Uint8Array): string =>
  hash('sha256', body, 'hex').slice(0, 32);

/**
 * Computes the entity tag of a list, which changes with the address and with every change of the
 * caller's library. Call it before reading the list, so that the tag is never newer than the list.
 */
export async function libraryTag(
  { storage, version }: Pick<Server, 'storage' | 'version'>,
  { caller, url }: Pick<CallerContext, 'caller' | 'url'>,
): Promise<string> {
  const { user } = caller;
  return entityTagOf(`${version} ${user.id} ${await storage.changeCount(user.id)} ${url.href}`);
}

/**
 * The `Last-Modified` header for a change at `time`; none without a change. It is left out within the
 * second of the change, because another change in that second would have the same date.
 */
export const lastModified = (
  time: UnixMs | null,
  now: UnixMs,
): { readonly 'Last-Modified'?: string } =>
  time === null || Math.floor(time / SECOND_MS) >= Math.floor(now / SECOND_MS)
    ? {}
    : { 'Last-Modified': new Date(time).toUTCString() };
