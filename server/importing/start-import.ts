import { ok, type Result } from '../../src/domain';
import type { ImportFailure } from '../../src/formats';
import type { Server } from '../server';
import type { Repositories, UserId } from '../storage';
import { IMPORT_KIND, type ImportJob, type KeptChoices, type ServiceSource } from './import-job';
import type { FileToRead } from './processes/import-reader';

/** The other service may be away for an hour; ten tries are more. */
const MAX_ATTEMPTS = 10;

interface AccountImport {
  readonly source: ServiceSource;
  readonly choices: KeptChoices;
  /** As `writeAccount` has written it. */
  readonly account: string;
}

/** Writes down the import of an account and that it is to be done, both or neither. Its track id. */
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
 * Reads a file of another program and has its bookmarks made. A file that can't be read is refused
 * here and now: whoever sent it is still there.
 */
export async function startFileImport(
  server: Pick<Server, 'storage' | 'log' | 'now' | 'importReader'>,
  user: UserId,
  { choices, ...file }: FileImport,
): Promise<Result<string, ImportFailure>> {
  const { imports, transaction } = server.storage;
  const { source } = file;
  const { id } = await imports.create(user, { source, options: choices, account: null });
  // Each part in a transaction of its own, so that others can write in between.
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

/** @param total 0 when it is not known yet */
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
