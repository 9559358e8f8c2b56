import { expect } from 'vitest';
import type { Round } from '../../../src/sync';
import { type ImportedLibrary, importedLibrary } from '../../../src/transfer';
import type { Device, Fetch, World } from './world';

/** A server that was read into a library of its own, as the background reads it for an import. */
export interface ReadServer {
  readonly reader: Device;
  readonly round: Round;
  readonly library: ImportedLibrary;
}

/** Reads a server with one round. */
export async function readServer(
  world: World,
  through: (fetch: Fetch) => Fetch = (direct) => direct,
): Promise<ReadServer> {
  const reader = await world.device({ through });
  const round = await reader.sync({ isReadOnly: true }).round({ articles: 'all' });
  return { reader, round, library: await importedLibrary(reader.library) };
}

/** Reads a server that answers every request. */
export async function readWhole(world: World, through?: (fetch: Fetch) => Fetch) {
  const read = await readServer(world, through);
  expect(read.round).toMatchObject({ kind: 'done' });
  return read;
}
