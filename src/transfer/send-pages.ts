import { boundedNormalise } from '../domain/bounded-normalise';
import { sha256 } from '../domain/hash';
import { pageOfHighlight } from '../domain/highlight';
import type { SendPageProblem, SendProblem } from '../domain/sending';
import { exportFileName, headingOf, type MarkedPart, replaceBetweenMarks } from '../formats';
import type {
  SendJob,
  SendRepository,
  SendResult,
  SendStep,
  SentPage,
  SentPageRow,
} from '../library';
import { exportedBookmark } from './export-items';
import type { HighlightTexts, PageToWrite, WriteTexts } from './highlight-texts';

/** Why a file was not written, which concerns only its page. */
type FileProblem = Extract<SendPageProblem, 'too-large' | 'not-text' | 'not-written'>;

/** The entry of a folder with some name. */
export type FolderEntry =
  /** `version` is given back when it is written. */
  | { readonly kind: 'file'; readonly text: string; readonly version: unknown }
  | { readonly kind: 'none' }
  /** Something else has the name, such as a folder. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'problem'; readonly problem: FileProblem }
  /** No file can be read or written. */
  | { readonly kind: 'stop'; readonly problem: SendProblem };

export type FolderWrite =
  /** The name may differ in the downloads, where another file may have that name. */
  | { readonly kind: 'written'; readonly name: string }
  /** The page was changed by someone else after we read it. */
  | { readonly kind: 'changed' }
  | Extract<FolderEntry, { readonly kind: 'problem' | 'stop' }>;

/** The folder into which highlights are sent. */
export interface SendFolder {
  /** Why nothing can be written; null: it can. */
  readonly problem: () => Promise<SendProblem | null>;
  readonly read: (name: string) => Promise<FolderEntry>;
  /** @param version that of the file that was read; null: there was none */
  readonly write: (name: string, text: string, version: unknown) => Promise<FolderWrite>;
  /** True if files cannot be read, so that the file of an earlier run is written anew. */
  readonly isBlind: boolean;
}

/** Files that a step writes at most, so that a background that is stopped loses little. */
const FILES_PER_STEP = 25;
/** Number of times that a file is read again because somebody was writing it. */
const MAX_TRIES = 3;
/** Names with numbers that are tried before one with the key of the page. */
const MAX_NUMBER = 9;

/** Returns the folder of a job; null if this program cannot write into it. */
export type OpenFolder = (job: SendJob) => SendFolder | null;

interface SendWork {
  readonly open: OpenFolder;
  readonly writeTexts: WriteTexts;
}

/**
 * Writes what a running job has to send, until nothing is left, the job is paused, or `signal` is aborted.
 */
export async function sendPages(
  sending: SendRepository,
  { open, writeTexts }: SendWork,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const step = await sending.next();
    if (step === null) return;
    const to = { folder: open(step.job), writeTexts };
    const stop = await sendStep(sending, to, step, signal);
    if (stop === null) continue;
    if (stop !== 'over') await sending.pause(stop);
    return;
  }
}

/** The target of a step. */
interface SendTarget extends Pick<SendWork, 'writeTexts'> {
  /** null: this program cannot write into it. */
  readonly folder: SendFolder | null;
}

/** Returns why the job cannot go on; null if it can. */
async function sendStep(
  sending: SendRepository,
  to: SendTarget,
  step: SendStep,
  signal: AbortSignal,
): Promise<SendProblem | 'over' | null> {
  const { folder } = to;
  const hasPages = step.pages.length > 0;
  const problem = !hasPages ? null : folder === null ? 'gone' : await folder.problem();
  if (problem !== null) return problem;
  const done = await writePages(sending, to, step, signal);
  const settled = await sending.settle(step, done);
  // After a failure the next change or the next start tries again.
  if (!settled.ok || settled.value?.state !== 'running') return 'over';
  return done.stop;
}

interface Done extends SendResult {
  readonly stop: SendProblem | null;
}

async function writePages(
  sending: SendRepository,
  { folder, writeTexts }: SendTarget,
  { job, ids, pages }: SendStep,
  signal: AbortSignal,
): Promise<Done> {
  const rows: SentPageRow[] = [];
  let written = 0;
  const upTo = (page: SentPage | undefined) =>
    page === undefined ? ids.length : ids.indexOf(page.bookmark.id);
  // A page of this step may have taken a name that is not stored yet.
  const names = new Map<string, string>();
  const isTaken = async (key: string, { bookmark }: SentPage) => {
    const owner = names.get(key);
    return owner === undefined ? sending.isTaken(key, bookmark.id) : owner !== bookmark.id;
  };
  if (folder === null) return { count: ids.length, rows, written, stop: null };
  let texts: readonly HighlightTexts[] = [];
  for (const [at, page] of pages.entries()) {
    if (written >= FILES_PER_STEP || signal.aborted) {
      return { count: upTo(page), rows, written, stop: null };
    }
    if (at % FILES_PER_STEP === 0) {
      texts = await writeTexts(
        await Promise.all(pages.slice(at, at + FILES_PER_STEP).map(toWrite)),
      );
    }
    const own = texts[at % FILES_PER_STEP];
    if (own === undefined) throw new Error('a page has no text');
    const sent = await sendPage(folder, page, own, { round: job.round, isTaken });
    if (sent.kind === 'stop') return { count: upTo(page), rows, written, stop: sent.problem };
    if (sent.kind === 'same') continue;
    if (sent.row.nameKey !== undefined) names.set(sent.row.nameKey, page.bookmark.id);
    rows.push(sent.row);
    if (sent.isWritten) written += 1;
  }
  return { count: ids.length, rows, written, stop: null };
}

type SentFile =
  | { readonly kind: 'same' }
  | { readonly kind: 'sent'; readonly row: SentPageRow; readonly isWritten: boolean }
  | { readonly kind: 'stop'; readonly problem: SendProblem };

interface Naming {
  readonly round: number;
  readonly isTaken: (nameKey: string, page: SentPage) => Promise<boolean>;
}

/** Length of the key of a page in its marks, in hex digits. */
const PAGE_KEY_LENGTH = 16;

/** Writes the part of a page into its file. */
async function sendPage(
  folder: SendFolder,
  page: SentPage,
  { part, whole }: HighlightTexts,
  naming: Naming,
): Promise<SentFile> {
  const { key } = part;
  const written = `${naming.round}-${(await sha256(part.markdown)).slice(0, PAGE_KEY_LENGTH)}`;
  const { row } = page;
  if (row.written === written) return { kind: 'same' };
  const isEmpty = page.highlights.length === 0 && page.bookmark.note === '';
  // Without a file there is nothing to correct.
  if (isEmpty && row.name === undefined) {
    return { kind: 'sent', row: { bookmarkId: row.bookmarkId }, isWritten: false };
  }
  let isMoved = false;
  for (const name of fileNamesFor(page, key)) {
    const nameKey = keyOfName(name);
    const isOwn = name === row.name;
    if (!isOwn && (await naming.isTaken(nameKey, page))) continue;
    const file = await putInto(folder, name, { part, whole, isOwn });
    if (file.kind === 'stop') return file;
    if (file.kind === 'other') {
      isMoved ||= isOwn;
      continue;
    }
    if (file.kind === 'problem') {
      const { written: _, ...rest } = row;
      return { kind: 'sent', row: { ...rest, problem: file.problem }, isWritten: false };
    }
    const problem = isMoved ? 'moved' : file.isAppended ? 'appended' : null;
    const next: SentPageRow = {
      bookmarkId: row.bookmarkId,
      name: file.name,
      nameKey: keyOfName(file.name),
      written,
      ...(problem && { problem }),
    };
    return { kind: 'sent', row: next, isWritten: file.isWritten };
  }
  return { kind: 'sent', row: { ...row, problem: 'not-written' }, isWritten: false };
}

/** Devices that share a folder know each other's files by the address of the page, because they have other ids. */
const toWrite = async ({ bookmark, highlights }: SentPage): Promise<PageToWrite> => ({
  bookmark: exportedBookmark(bookmark),
  highlights: highlights.map((each) => ({
    quote: each.quote.exact,
    note: each.note,
    page: pageOfHighlight(each),
  })),
  key: (await sha256(bookmark.urlKey)).slice(0, PAGE_KEY_LENGTH),
});

/** Yields the name of the file that the page has, and then those that it can get. */
function* fileNamesFor({ bookmark, row }: SentPage, key: string): Generator<string> {
  if (row.name !== undefined) yield row.name;
  const first = exportFileName(headingOf(bookmark), bookmark.created, 'md');
  const withEnd = (end: string | number) => first.replace(/\.md$/, `-${end}.md`);
  yield first;
  for (let number = 2; number <= MAX_NUMBER; number += 1) yield withEnd(number);
  yield withEnd(key);
}

/** Returns the same key for names that are the same on a system which ignores case or forms of letters. */
const keyOfName = (name: string): string => boundedNormalise(name, 'NFKC').toUpperCase();

interface Contents {
  readonly part: MarkedPart;
  /** The text of a new file. */
  readonly whole: string;
  /** True if an earlier run has written the file of this name for the page. */
  readonly isOwn: boolean;
}

type PutFile =
  | {
      readonly kind: 'put';
      readonly name: string;
      readonly isWritten: boolean;
      readonly isAppended: boolean;
    }
  /** The file is that of a person, or of another page. */
  | { readonly kind: 'other' }
  | Extract<FolderEntry, { readonly kind: 'problem' | 'stop' }>;

/** Writes a part into the file of a name, which may be there. */
async function putInto(
  folder: SendFolder,
  name: string,
  { part, whole, isOwn }: Contents,
): Promise<PutFile> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const entry = await folder.read(name);
    if (entry.kind === 'stop') return entry;
    // A large file, or one that is no text, is that of a person unless the page has had it.
    if (entry.kind === 'problem') return isOwn ? entry : { kind: 'other' };
    if (entry.kind === 'taken') return { kind: 'other' };
    // A background that was stopped leaves an empty file.
    const isNew = entry.kind === 'none' || entry.text === '';
    const replaced = isNew ? null : replaceBetweenMarks(entry.text, part);
    if (!isNew && (replaced === null || (replaced.isAppended && !isOwn))) return { kind: 'other' };
    const isAppended = replaced?.isAppended ?? false;
    const isSame = entry.kind === 'file' && replaced?.text === entry.text;
    if (isSame) return { kind: 'put', name, isWritten: false, isAppended };
    const version = entry.kind === 'file' ? entry.version : isOwn && folder.isBlind ? name : null;
    const written = await folder.write(name, replaced?.text ?? whole, version);
    if (written.kind === 'written') {
      return { kind: 'put', name: written.name, isWritten: true, isAppended };
    }
    if (written.kind !== 'changed') return written;
  }
  return { kind: 'problem', problem: 'not-written' };
}
