import type { Session } from '../session';
import type { ResourceFile, ResourceRow } from './content';
import { runsOf } from './runs';

/** `resources` with their bytes, in their order, as many at a time as memory takes. */
export async function* filesOf(
  { db, engine }: Session,
  resources: readonly ResourceRow[],
): AsyncGenerator<readonly ResourceFile[]> {
  for (const some of runsOf(resources, ({ sizeBytes }) => sizeBytes)) {
    const hashes = [...new Set(some.map(({ hash }) => hash))];
    const rows = await db
      .selectFrom('blobs')
      .select(['hash', 'bytes'])
      .where(engine.isAmong('hash', hashes))
      .execute();
    const found = new Map(rows.map(({ hash, bytes }) => [hash, bytes]));
    yield some.flatMap((resource) => {
      const bytes = found.get(resource.hash);
      return bytes === undefined ? [] : { ...resource, bytes };
    });
  }
}
