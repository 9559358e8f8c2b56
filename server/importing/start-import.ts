import { err, ok, type Result } from '../../src/domain';
import {
  type FileSource,
  type ImportedEntry,
  type ImportFailure,
  importFile,
} from '../../src/formats';
import type { Server } from '../server';
import type { UserId } from '../storage';
import { writeEntries } from './entry-lines';
import { IMPORT_KIND, type ImportJob, type ImportSource, type KeptChoices } from './import-job';

/** The other service may be away for an hour; ten tries are more. */
const MAX_ATTEMPTS = 10;

interface Started {
  readonly source: ImportSource;
  readonly choices: KeptChoices;
  readonly data: Uint8Array;
  /** 0 when it is not known yet. */
  readonly total: number;
}

/** Writes down an import and that it is to be done, both or neither. Its track id. */
export const startImport = (
  { storage }: Pick<Server, 'storage'>,
  user: UserId,
  { source, choices, data, total }: Started,
): Promise<string> =>
  storage.transaction(async ({ imports, jobs }) => {
    const { id } = await imports.create(user, { source, options: choices, data });
    await imports.progress(id, { total });
    const payload: ImportJob = { id, user };
    await jobs.enqueue({ kind: IMPORT_KIND, payload, maxAttempts: MAX_ATTEMPTS });
    return id;
  });

export interface FileImport {
  readonly source: FileSource;
  readonly file: Blob;
  readonly choices: KeptChoices;
  readonly hasLabelsFromFolders: boolean;
}

/**
 * Reads a file of another program and has its bookmarks made. A file that can't be read is refused
 * here and now: whoever sent it is still there.
 */
export async function startFileImport(
  server: Pick<Server, 'storage' | 'log' | 'now'>,
  user: UserId,
  { source, file, choices, hasLabelsFromFolders }: FileImport,
): Promise<Result<string, ImportFailure>> {
  const entries: ImportedEntry[] = [];
  let skipped = 0;
  const options = { hasLabelsFromFolders, now: server.now() };
  for await (const step of importFile(source, file, options)) {
    if (step.kind === 'failed') return err(step.failure);
    if (step.kind === 'entry') entries.push(step.entry);
    else skipped += 1;
  }
  const total = entries.length;
  const data = await writeEntries(entries);
  const id = await startImport(server, user, { source, choices, data, total });
  server.log.info('import started', { import: id, source, entries: total, skipped });
  return ok(id);
}
