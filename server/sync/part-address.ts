import { resourcePath } from '../../src/contract';
import { imageAddress, resourceAddress } from '../bookmarks/addresses';
import type { BaseAddress } from '../http/base-address';
import type { ResourceRow } from '../storage';
import type { SyncRequest } from './sync-request';

type File = Pick<ResourceRow, 'name' | 'kind'>;

/** Where a file of a bookmark is for everybody. */
export const fileAddress = (base: BaseAddress, bookmarkId: string, { name, kind }: File): string =>
  kind === 'embedded'
    ? resourceAddress(base, bookmarkId, name)
    : imageAddress(base, bookmarkId, name);

/** What the parts call it: a path below the prefix that was asked for, or where it is. */
export const filePath = (
  base: BaseAddress,
  bookmarkId: string,
  file: File,
  { resourcePrefix }: Pick<SyncRequest, 'resourcePrefix'>,
): string =>
  resourcePath(resourcePrefix, bookmarkId, file.name) ?? fileAddress(base, bookmarkId, file);
