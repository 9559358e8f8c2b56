import { EVERYTHING, type Storage, type UserId } from '../storage';

/** Nobody looks through more. */
const MAX_ADDRESSES = 1000;

/** Addresses of a user whose pages could not be read as they should, by site, newest first. */
export async function failedAddresses(
  { bookmarks }: Pick<Storage, 'bookmarks'>,
  userId: UserId,
): Promise<Record<string, string[]>> {
  const bySite = new Map<string, string[]>();
  let count = 0;
  for await (const rows of bookmarks.eachWanted(userId, { ...EVERYTHING, hasErrors: true })) {
    for (const { site, url } of rows) {
      bySite.set(site, [...(bySite.get(site) ?? []), url]);
      count += 1;
    }
    if (count >= MAX_ADDRESSES) break;
  }
  return Object.fromEntries(bySite);
}
