import type { CollectionInfo } from '../../contract';
import { type Collection, type CollectionId, normalCollectionName } from '../../domain/collection';
import { ok, type Result } from '../../domain/result';
import type { ImportRepository } from '../../library';
import { eachPage, type ServiceError } from '../../service';
import { remoteCollectionOf } from '../collections/remote-collection';
import type { ImportSource } from './read-server';

/** A person has some dozens. */
const MAX_COLLECTIONS = 1000;
/** In UTF-16 code units, for each filter. */
const MAX_FILTER_LENGTH = 4096;

/** The collections of a server as new ones of this library. */
export interface ReadCollections {
  readonly collections: readonly Collection[];
  /** True if the server has some that this token may not read, or that cannot be parsed. */
  readonly areUnreadable: boolean;
}

const NO_COLLECTIONS: ReadCollections = { collections: [], areUnreadable: false };

/** Reads the collections of a server. */
export async function readCollections({
  server,
  signal,
  now,
  imports: { newId },
}: ImportSource & { readonly imports: Pick<ImportRepository, 'newId'> }): Promise<
  Result<ReadCollections, ServiceError>
> {
  const infos = new Map<string, CollectionInfo>();
  for await (const page of eachPage((paging) =>
    server.client.collections.list(paging, { signal }),
  )) {
    if (!page.ok) {
      const { kind } = page.error;
      if (kind === 'not-found') return ok(NO_COLLECTIONS);
      if (kind === 'forbidden' || kind === 'malformed')
        return ok({ ...NO_COLLECTIONS, areUnreadable: true });
      return page;
    }
    for (const info of page.value.items) infos.set(info.id, info);
    if (infos.size >= MAX_COLLECTIONS) break;
  }
  const collections = [...infos.values()].flatMap((info): readonly Collection[] => {
    const { fields, created } = remoteCollectionOf(info, true);
    const name = normalCollectionName(fields.name);
    if (name === null) return [];
    const texts = Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        typeof value === 'string' ? value.slice(0, MAX_FILTER_LENGTH) : value,
      ]),
    );
    return [
      {
        ...fields,
        ...texts,
        note: fields.note ?? '',
        name,
        // The library makes all ids in the same way.
        id: newId() as string as CollectionId,
        localSearch: '',
        created,
        updated: now(),
      },
    ];
  });
  return ok({ collections, areUnreadable: false });
}
