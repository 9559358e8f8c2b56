import {
  type baseImport,
  type Form,
  type FormValue,
  type HandlerAnswer,
  type importing,
  messages,
  type Upload,
} from '../../src/contract';
import { normalLabel } from '../../src/domain';
import type { FileSource, ImportFailure } from '../../src/formats';
import type { ServiceFetch } from '../fetch';
import type { BaseAddress } from '../http/base-address';
import type { CallerContext } from '../http/context';
import { type Refusal, refuseField } from '../http/refusal';
import { bytesOfUpload } from '../http/request-body';
import type { Server } from '../server';
import type { KeptChoices, ServiceSource } from './import-job';
import { type KeptAccount, writeAccount } from './service-steps';
import { startAccountImport, startFileImport } from './start-import';

type Sent = FormValue<typeof baseImport>;

/** The messages for files and accounts that can't be imported. */
const FAILURES: Readonly<Record<ImportFailure['kind'], string>> = {
  unreadable: 'the file can not be read',
  'too-large': 'the file is too large',
  'too-many-rows': 'the file has too many entries',
  'too-deep': 'the file is nested too deeply',
  'not-text': 'the file is not text in UTF-8 or UTF-16',
  'not-json': 'the file is not JSON',
  'not-a-zip': 'the file is not a zip archive, or a broken one',
  'other-format': 'the file is not an export of this kind',
  'sign-in-refused': 'the account can not be signed in to',
  service: 'the service does not answer',
};

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
    choices: choicesOf(sent),
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
  account: KeptAccount,
  { caller, base }: CallerContext,
): Promise<Accepted | Refusal> {
  const isPermitted = await server.services.permits(sent.url);
  if (!isPermitted) return refuseField(form, sent, 'url', messages.invalidUrl);
  const id = await startAccountImport(server, caller.user.id, {
    source,
    choices: choicesOf(sent),
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

const choicesOf = (sent: Sent): KeptChoices => ({
  label: normalLabel(sent.label ?? '') ?? '',
  ignoresDuplicates: sent.ignore_duplicates,
  isArchived: sent.archive,
  isRead: sent.mark_read,
});
