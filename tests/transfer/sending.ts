import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderFiles } from '../../src/background/transfer/folder-files';
import type { BookmarkId } from '../../src/domain/bookmark';
import { highlightRepository, searchIndexer, sendRepository } from '../../src/library';
import { type SendFolder, sendPages, type WriteTexts } from '../../src/transfer';
import { highlightTexts } from '../../src/transfer/highlight-texts';
import { page, testLibrary, value } from '../library/library';
import { diskFolder } from '../support/disk-folder';
import { temporaryFolder } from '../support/temporary-folder';

/** The name of the file of the first page that is called *Leaves*. */
export const FIRST = 'leaves-2023-11-14.md';

export const writeTexts: WriteTexts = async (pages) => highlightTexts(pages);

export type Sending = Awaited<ReturnType<typeof withSending>>;

/** A library whose highlights are sent on into a folder on the disk. */
export async function withSending() {
  const test = await testLibrary();
  const { library, tables } = test;
  const highlights = library.part(highlightRepository);
  const sending = library.part(sendRepository);
  const disk = diskFolder(join(temporaryFolder('send'), 'notes'));
  const { signal } = new AbortController();
  const index = async () => value(await library.part(searchIndexer).run(signal));

  const save = async (title: string, url = `https://example.org/${title}`): Promise<BookmarkId> =>
    value(await library.bookmarks.save(page({ url, title }))).bookmark.id;
  const mark = async (bookmarkId: BookmarkId, exact: string, note = '') =>
    value(
      await highlights.add({
        bookmarkId,
        quote: { exact, prefix: '', suffix: '' },
        color: 'yellow',
        position: null,
        note,
      }),
    );
  /** Brings the search index up to date, and does what is due. */
  const send = async (folder: SendFolder = folderFiles(disk.handle)): Promise<void> => {
    await index();
    value(await sending.begin(false));
    await sendPages(sending, { open: () => folder, writeTexts }, signal);
  };
  const turnOn = async (): Promise<void> => {
    await index();
    value(await sending.start(null));
    await send();
  };
  const path = (name: string) => join(disk.path, name);
  return {
    ...test,
    highlights,
    sending,
    disk,
    signal,
    index,
    save,
    mark,
    send,
    turnOn,
    path,
    files: () => readdirSync(disk.path).toSorted(),
    read: (name: string) => readFileSync(path(name), 'utf8'),
    /** The names of the files of the report, and what it says of them. */
    async reported() {
      const rows = await tables.sentPages.toArray();
      return rows.flatMap(({ name, problem }) => (problem ? [[name, problem]] : []));
    },
  };
}
