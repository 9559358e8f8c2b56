import type { Server } from '../server';
import { tagOf } from './content-tag';
import type { CallerContext } from './context';

/**
 * The entity tag of a list: another one after any change of what the caller has, and for another
 * address. Known before the work is done; taken first, so that it is never newer than the list.
 */
export async function libraryTag(
  { storage, version }: Pick<Server, 'storage' | 'version'>,
  { caller, url }: Pick<CallerContext, 'caller' | 'url'>,
): Promise<string> {
  const { user } = caller;
  return tagOf(`${version} ${user.id} ${await storage.changeCount(user.id)} ${url.href}`);
}
