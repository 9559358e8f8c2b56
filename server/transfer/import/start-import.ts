import {
  type baseImport,
  type Form,
  type FormValue,
  type HandlerAnswer,
  type importing,
  messages,
  type Upload,
} from '../../../src/contract';
import { normalLabel } from '../../../src/domain/label';
import { ok, type Result } from '../../../src/domain/result';
import type { FileSource, ImportFailure } from '../../../src/formats';
import type { ServiceFetch } from '../../fetch';
import type { BaseAddress } from '../../http/base-address';
import type { CallerContext } from '../../http/context';
import { type Refusal, refuseField } from '../../http/refusal';
import { bytesOfUpload } from '../../http/request-body';
import type { Server } from '../../server';
import type { Repositories, UserId } from '../../storage';
import { type FileToRead, readFileIn } from './import-apart';
import { IMPORT_KIND, type ImportChoices, type ImportJob, type ServiceSource } from './import-job';

import { type ServiceAccount, writeAccount } from './read-file';

type Sent = FormValue<typeof baseImport>;

/** A form that requests an import. */
interface Request<S extends Sent, From> {
  readonly source: From;
  readonly form: Form;
  readonly sent: S;
}

type FileRequest = Request<
  Sent & { readonly data: Upload; readonly labels_from_titles?: boolean },
  FileSource
>;
type ServiceRequest = Request<Sent & { readonly url: string }, ServiceSource>;

/** Starts the import of a file, or refuses the file with the reason. */
export async function importFromFile(
  server: Server,
  { source, form, sent }: FileRequest,
  { caller, base }: CallerContext,
): Promise<Accepted | Refusal> {
  const started = await startFileImport(server, caller.user.id, {
    source,
    bytes: () => bytesOfUpload(sent.data),
    choices: choicesIn(sent),
    hasLabelsFromFolders: sent.labels_from_titles ?? false,
  });
  if (started.ok) return accepted(base, started.value);
  // The refused form repeats the values, but not the content of the file.
  return refuseField(form, { ...sent, data: 'file' }, 'data', FAILURES[started.error.kind]);
}

/** Starts the import of an account, or refuses an address that must not be requested. */
export async function importFromService(
  server: Server & { readonly services: ServiceFetch },
  { source, form, sent }: ServiceRequest,
  account: ServiceAccount,
  { caller, base }: CallerContext,
): Promise<Accepted | Refusal> {
  const isPermitted = await server.services.permits(sent.url);
  if (!isPermitted) return refuseField(form, sent, 'url', messages.invalidUrl);
  const id = await startAccountImport(server, caller.user.id, {
    source,
    choices: choicesIn(sent),
    account: writeAccount(account),
  });
  return accepted(base, id);
}

type Accepted = HandlerAnswer<(typeof importing)['csv']>;

const accepted = (base: BaseAddress, id: string): Accepted => ({
  status: 202,
  headers: { Location: base.url(`/api/bookmarks/import/${id}`) },
  body: { status: 202, message: 'import started' },
});

const choicesIn = (sent: Sent): ImportChoices => ({
  label: normalLabel(sent.label ?? '') ?? '',
  ignoresDuplicates: sent.ignore_duplicates,
  isArchived: sent.archive,
  isRead: sent.mark_read,
});

/** The messages for files and accounts that can't be imported. */
const FAILURES: Readonly<Record<ImportFailure['kind'], string>> = {
  unreadable: 'the file cannot be read',
  'too-large': 'the file is too large',
  'too-many-rows': 'the file has too many entries',
  'too-deep': 'the file is nested too deeply',
  'not-text': 'the file is not text',
  'not-json': 'the file is not JSON',
  'not-a-zip': 'the file is not a zip archive, or a broken one',
  'other-format': 'the file is not an export of this kind',
  incomplete: 'the file is incomplete or damaged',
  'sign-in-refused': 'the service refused the sign-in',
  service: 'the service does not answer',
};

interface AccountImport {
  readonly source: ServiceSource;
  readonly choices: ImportChoices;
  /** The result of `writeAccount`. */
  readonly account: string;
}

/** Stores the import of an account and its job in one transaction. Returns the track id. */
const startAccountImport = (
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
  readonly choices: ImportChoices;
}

/**
 * Reads a file of another program and enqueues the job that creates its bookmarks. The file is read
 * before the answer, so that an unreadable one can be refused. Returns the track id.
 */
export async function startFileImport(
  server: Pick<Server, 'storage' | 'log' | 'now' | 'processes'>,
  user: UserId,
  { choices, ...file }: FileImport,
): Promise<Result<string, ImportFailure>> {
  const { imports, transaction } = server.storage;
  const { source } = file;
  const { id } = await imports.create(user, { source, options: choices, account: null });
  // Each part has its own transaction, so that others can write in between.
  const read = await readFileIn(
    server.processes,
    String(user),
    { ...file, joinsRepeats: choices.ignoresDuplicates, now: server.now() },
    (part) => imports.putPart(id, part),
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

/** Ten attempts take longer than an hour, so the other service may be unavailable for that long. */
const MAX_IMPORT_ATTEMPTS = 10;

/** @param total the number of entries; 0 when it is unknown */
async function schedule(
  { imports, jobs }: Pick<Repositories, 'imports' | 'jobs'>,
  user: UserId,
  id: string,
  total: number,
): Promise<void> {
  await imports.progress(id, { status: 'scheduled', total });
  const payload: ImportJob = { id, user };
  const owner = String(user);
  await jobs.enqueue({ kind: IMPORT_KIND, payload, owner, maxAttempts: MAX_IMPORT_ATTEMPTS });
}
