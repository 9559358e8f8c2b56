import type { Server } from '../server';
import { tagOf } from './content-tag';
import type { CallerContext } from './context';

/**
 * Computes the entity tag of a list, which changes with the address and with every change of the
 * caller's library. Call it before reading the list, so that the tag is never newer than the list.
 */
export async function libraryTag(
  { storage, version }: Pick<Server, 'storage' | 'version'>,
  { caller, url }: Pick<CallerContext, 'caller' | 'url'>,
): Promise<string> {
  const { user } = caller;
  return tagOf(`${version} ${user.id} ${await storage.changeCount(user.id)} ${url.href}`);
}
