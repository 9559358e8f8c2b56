import { ok, type Result } from '../../src/domain';
import type { ImportFailure } from '../../src/formats';
import type { Server } from '../server';
import type { Repositories, UserId } from '../storage';
import { IMPORT_KIND, type ImportJob, type KeptChoices, type ServiceSource } from './import-job';
import type { FileToRead } from './processes/import-reader';

/** Ten tries take longer than an hour, so the other service may be unavailable for that long. */
const MAX_ATTEMPTS = 10;

interface AccountImport {
  readonly source: ServiceSource;
  readonly choices: KeptChoices;
  /** The result of `writeAccount`. */
  readonly account: string;
}

/** Stores the import of an account and its job in one transaction. Returns the track id. */
export const startAccountImport = (
  { storage }: Pick<Server, 'storage'>,
  user: UserId,
  { source, choices, account }: AccountImport,
): Promise<string> =>
  storage.transaction(async (unit) => {
    const { id } = await unit.imports.create(user, { source, options: choices, account });
    await schedule(unit, user, id, 0);
    return id;
  });

export interface FileImport extends Pick<FileToRead, 'source' | 'bytes' | 'hasLabelsFromFolders'> {
  readonly choices: KeptChoices;
}

/**
 * Reads a file of another program and enqueues the job that creates its bookmarks. The file is read
 * before the answer, so that an unreadable one can be refused. Returns the track id.
 */
export async function startFileImport(
  server: Pick<Server, 'storage' | 'log' | 'now' | 'importReader'>,
  user: UserId,
  { choices, ...file }: FileImport,
): Promise<Result<string, ImportFailure>> {
  const { imports, transaction } = server.storage;
  const { source } = file;
  const { id } = await imports.create(user, { source, options: choices, account: null });
  // Each part has its own transaction, so that others can write in between.
  const read = await server.importReader.read({ ...file, now: server.now() }, (part) =>
    imports.putPart(id, part),
  );
  if (!read.ok) {
    await imports.progress(id, { status: 'finished' });
    return read;
  }
  const { entries, skipped } = read.value;
  await transaction((unit) => schedule(unit, user, id, entries));
  server.log.info('import started', { import: id, source, entries, skipped });
  return ok(id);
}

/** @param total the number of entries; 0 when it is unknown */
async function schedule(
  { imports, jobs }: Pick<Repositories, 'imports' | 'jobs'>,
  user: UserId,
  id: string,
  total: number,
): Promise<void> {
  await imports.progress(id, { status: 'scheduled', total });
  const payload: ImportJob = { id, user };
  await jobs.enqueue({ kind: IMPORT_KIND, payload, maxAttempts: MAX_ATTEMPTS });
}
