import { signal } from '@preact/signals';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../src/domain/result';
import { unixMs } from '../../../src/domain/time';
import { urlKey } from '../../../src/domain/url-identity';
import type { ImportedEntry } from '../../../src/formats';
import { type ImportRepository, importRepository, recentChanges } from '../../../src/library';
import type { ImportedArticle, TransferProblem } from '../../../src/transfer';
import { bookmarkOf } from '../../../src/transfer/import-entry';
import { ImportPage } from '../../../src/ui/transfer/import-page';
import { reportFile } from '../../../src/ui/transfer/import-text';
import { address, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fakeStore } from '../account/fake-store';
import { fakeBackground } from '../fake-background';
import { openLibraryPage } from '../library-page/open-library-page';
import { heldImporter, PREVIEW } from './held-importer';

afterEach(() => {
  act(cleanup);
});

const FILE = new File(['1234'], 'leafmark-2026-11-22.zip');
const BOOKMARKS = new File(['1'], 'bookmarks.html');
const CHOICES = {
  label: '',
  skipsDuplicates: true,
  isArchived: false,
  isRead: false,
  hasLabelsFromFolders: true,
  hasOneSpelling: true,
};

/** Opens the page over an importer whose work the test ends, and a real library. */
async function opened(found: Parameters<typeof heldImporter>[0] = ok(PREVIEW)) {
  const { library, tables } = await testLibrary();
  const held = heldImporter(found);
  const background = fakeBackground();
  const onChanged = background.libraryChanged;
  const ready = Promise.resolve(library);
  const importer = async () => held.importer;
  const isAllowed = signal<boolean | null>(false);
  const request = vi.fn(async () => {
    isAllowed.value = true;
    return true;
  });
  const access = { isAllowed, request, revoke: async () => {} };
  const imageAccess = async () => access;
  const servers = { accounts: async () => fakeStore(), openSource: async () => null };
  const view = render(
    <ImportPage
      library={ready}
      importer={importer}
      servers={servers}
      imageAccess={imageAccess}
      background={background}
      getArticles={() => {}}
    />,
  );
  const button = await screen.findByRole('button', { name: 'Choose a file' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  const imports = library.part(importRepository);
  return { ...view, ...held, request, onChanged, library, tables, imports };
}

const choose = (file: File = FILE) =>
  fireEvent.change(screen.getByLabelText('Choose a file', { selector: 'input' }), {
    target: { files: [file] },
  });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

async function startJob(imports: ImportRepository): Promise<number> {
  const job = { fileName: 'bookmarks.html', format: 'browser', choices: CHOICES, total: 9 };
  const id = value(await imports.start({ ...job, startedAt: unixMs(1_700_000_000_000) })) ?? 0;
  value(await imports.resume(id));
  return id;
}

const ENTRY: ImportedEntry = {
  url: 'https://example.org/a',
  urlKey: urlKey('https://example.org/a')!,
  title: 'A',
  siteName: '',
  authors: [],
  published: null,
  lang: '',
  description: '',
  note: '',
  excerpt: '',
  html: '<p>Text',
  created: null,
  labels: [],
  folders: [],
  isFavourite: false,
  isArchived: false,
  readProgress: 0,
  highlights: [],
};
const MADE: ImportedArticle = {
  article: {
    html: '<p>Text',
    textLength: 4,
    wordCount: 1,
    readingTimeMinutes: 1,
    images: ['a', 'b'].map((name) => ({ url: `${ENTRY.url}/${name}`, width: null, height: null })),
  },
  places: [],
};

/** Adds a bookmark with two images, which is all of the import, and finishes it. */
async function finishJob(imports: ImportRepository, job: number, entry = ENTRY) {
  const now = unixMs(1_700_000_000_000);
  const added = bookmarkOf(entry, MADE, { newId: imports.newId, now, created: now });
  value(await imports.add(job, { from: 0, rows: 9, bookmarks: [added], notTaken: [] }));
  value(await imports.finish(job, { isCancelled: false, problem: null }));
  return added.bookmark.id;
}

describe('the page of imports, with a bundle', () => {
  const part = { name: 'Archive', bookmarks: 49, of: 3219 };
  const table = { columns: [], further: 0 };
  const bundle = { part, inTrash: 4 };
  const BUNDLE = { ...PREVIEW, format: 'bundle', table, bundle } as const;

  it('shows what it would bring, without choices, and imports it', async () => {
    const { asked, held, onChanged, container } = await opened(ok(BUNDLE));
    fireEvent.drop(container.querySelector('.tool-page')!, { dataTransfer: { files: [FILE] } });
    await screen.findByText(/^This zip is a part of a library: “Archive”, 49 of 3,219 pages\./);
    screen.getByText('In the trash: 4');
    expect(screen.queryAllByRole('combobox')).toEqual([]);
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
    expect(await seriousFindings(container)).toEqual([]);
    press('Import (7)');
    await waitFor(() => expect(held).toHaveLength(1));
    const [, begun] = asked;
    expect(begun).toMatchObject({ kind: 'begin', of: [FILE, { format: 'bundle', total: 9 }] });
    act(() => held[0]?.end(ok(undefined)));
    await waitFor(() => expect(onChanged).toHaveBeenCalled());
  });

  it('says that a task of another version is left alone', async () => {
    const { library, tables } = await opened();
    const strange = { kind: 'listening', state: 'running', group: null, done: 1, total: 2 };
    const id = await tables.jobs.add(strange as never);
    await screen.findByText(/^Tasks that a newer Leafmark has begun: 1\./);
    expect(await library.part(importRepository).next()).toBe(null);
    value(await library.part(importRepository).pause(id, null));
    expect(await tables.jobs.get(id)).toMatchObject(strange);
  });

  it('can be imported without pages that are shown', async () => {
    await opened(ok({ ...BUNDLE, fresh: 0, here: 0, twice: 0, samples: [] }));
    choose();
    const button = await screen.findByRole('button', { name: 'Import (0)' });
    expect(button).toHaveProperty('disabled', false);
  });

  it('reports what it has brought beside pages', async () => {
    const { imports, container } = await opened();
    const job = { fileName: 'leafmark.zip', format: 'bundle', choices: CHOICES, total: 1 };
    const id = value(await imports.start({ ...job, startedAt: unixMs(1) })) ?? 0;
    value(await imports.resume(id));
    const notTaken = [
      { row: 2, reason: 'bundle-not-read', text: 'bookmarks/000001.jsonl' },
      { row: null, reason: 'not-taken-here', text: 'about:config' },
    ];
    const lists = { collections: [], siteRules: [], deletedHighlights: [], drafts: [] };
    const extras = { ...lists, labelColors: { tea: 'green' as const }, distinctPairs: [] };
    value(await imports.restoreExtras(id, { from: 0, rows: 0, notTaken }, extras));
    await screen.findByText(/Pages added: 0/);
    screen.getByText('Collections, rules, deleted highlights and other records: 1');
    screen.getByText(/: 2$/);
    screen.getByRole('button', { name: 'Save the report' });
    expect(await seriousFindings(container)).toEqual([]);
    const report = await (await reportFile((await imports.get(id))!, imports.notTaken(id))).text();
    expect(report).toContain(
      'Row 2: Damaged entries that could not be read: bookmarks/000001.jsonl',
    );
    expect(report).toMatch(/^Left out, because .*: about:config$/m);
  });

  it.each<[TransferProblem, RegExp]>([
    ['not-a-bundle', /not a zip that Leafmark has exported/],
    ['cut', /The end of this zip is missing.*Nothing was changed\. Copy or export/],
    ['newer-version', /Update Leafmark/],
    ['too-large', /more entries/],
    ['quota', /no room left/],
    ['unavailable', /could not be opened/],
    ['failed', /Something went wrong/],
  ])('says what happened and what to do after the failure %s', async (problem, text) => {
    await opened(err(problem));
    choose();
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
  });
});

describe('the page of imports, with a file of another program', () => {
  it('shows first what the file would bring, and imports it as the person chooses', async () => {
    const { asked, held, onChanged, container } = await opened(ok(PREVIEW));
    choose(BOOKMARKS);
    const form = await screen.findByRole('form', { name: 'bookmarks.html' });
    for (const text of [
      'New pages: 5',
      'Already in your library: 2',
      'Repeated addresses, kept once: 1',
      'With their text: 1',
      '3 highlights',
    ]) {
      within(form).getByText(text);
    }
    expect(form.textContent).toMatch(
      /7 pages from bookmarks\.html.*Green teashelf\.example · teaNotesdraftand 5 more.*New labels \(2\): green, tea/,
    );
    within(form).getByLabelText('cover');
    within(form).getByText(/^Row 4: Has no address .*: javascript:alert\(1\)$/);
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.input(screen.getByLabelText('Add a label'), { target: { value: 'old' } });
    const folders = 'Make labels of folders and lists: 4';
    expect(screen.getByLabelText<HTMLInputElement>(folders).checked).toBe(true);
    fireEvent.click(screen.getByLabelText(/that differ only in capital letters: Tea, tea$/));
    fireEvent.click(screen.getByLabelText('Archive them'));
    within(form).getByText('Import (7)');
    fireEvent.click(screen.getByLabelText(/^Pages that you already have get only new labels/));
    press('Import (8)');
    await waitFor(() => expect(held).toHaveLength(1));
    const own = { label: 'old', isArchived: true, skipsDuplicates: false, hasOneSpelling: false };
    const job = { fileName: 'bookmarks.html', format: 'browser', total: 9 };
    const of = [BOOKMARKS, { ...job, choices: { ...CHOICES, ...own } }];
    expect(asked.at(-1)).toMatchObject({ kind: 'begin', of });
    screen.getByText('Preparing the file…');
    held[0]?.end(ok(undefined));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBe(null));
    expect(onChanged).toHaveBeenCalledOnce();
  });

  it('reads the file again with the format that the person says', async () => {
    const { asked } = await opened(ok(PREVIEW));
    choose(BOOKMARKS);
    fireEvent.change(await screen.findByLabelText('Format'), { target: { value: 'text' } });
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.of).toEqual([BOOKMARKS, 'text', { hasLabelsFromFolders: true }]);
  });

  it('closes the preview without an import', async () => {
    const { asked } = await opened(ok(PREVIEW));
    choose(BOOKMARKS);
    await screen.findByRole('form');
    press('Cancel');
    await waitFor(() => expect(screen.queryByRole('form')).toBe(null));
    expect(asked).toHaveLength(1);
  });

  it.each<[TransferProblem, RegExp]>([
    ['other-format', /does not know the format of this file/],
    ['not-text', /unusual encoding/],
    ['too-many-rows', /more rows/],
    ['unreadable', /Choose it again/],
  ])('says why a file cannot be read: %s', async (problem, text) => {
    await opened(err(problem));
    choose(BOOKMARKS);
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
  });
});

describe('an import in the list', () => {
  it('has the focus on its heading after the form that started it is gone', async () => {
    const { imports } = await opened();
    await startJob(imports);
    const heading = await screen.findByRole('heading', { name: 'Imports so far' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  it('shows how far the background is, is paused and goes on, and lets no other one begin', async () => {
    const { imports, onChanged, container } = await opened();
    const id = await startJob(imports);
    value(await imports.add(id, { from: 0, rows: 3, bookmarks: [], notTaken: [] }));
    await screen.findByText('Importing: 3 of 9');
    expect(screen.getByRole('progressbar')).toMatchObject({ max: 9, value: 3 });
    screen.getByText(/You can close this page/);
    expect(screen.getByRole('button', { name: 'Choose a file' })).toHaveProperty('disabled', true);
    expect(await seriousFindings(container)).toEqual([]);
    press('Pause');
    await screen.findByText(/paused, 3 of 9 rows are done/);
    expect(await imports.next()).toBe(null);
    expect(await seriousFindings(container)).toEqual([]);
    press('Continue');
    await screen.findByText('Importing: 3 of 9');
    expect(await imports.next()).toMatchObject({ id });
    // The background is woken for it.
    await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  });

  it.each([
    ['quota', /no room left/],
    ['file-gone', /The browser has removed the file/],
    ['failed', /Something went wrong/],
  ])('says why it paused by itself: %s', async (problem, text) => {
    const { imports } = await opened();
    value(await imports.pause(await startJob(imports), problem));
    await screen.findByText(text);
  });

  it('is undone by the page of the library, as other actions are', async () => {
    const { imports, library } = await opened();
    const id = await startJob(imports);
    await finishJob(imports, id);
    fireEvent.click(await screen.findByRole('button', { name: 'Undo the import' }));
    await screen.findByText('Undoing the import…');
    expect(value(await library.part(recentChanges).continueUndos())).toHaveLength(1);
    await screen.findByText(/undone\./);
  });

  it('asks for the permission to load images of its articles, and says how many there are', async () => {
    const { imports, request, container } = await opened();
    const id = await startJob(imports);
    const added = await finishJob(imports, id);
    await screen.findByText(/Images that are only links, because the file does not have them: 2/);
    expect(await seriousFindings(container)).toEqual([]);
    press('Keep all images');
    expect(request).toHaveBeenCalledOnce();
    await screen.findByText(/Images that are loaded while the browser is open: 2/);
    value(await imports.imagesRequested({ job: id, part: 0, ids: [added] }));
    await screen.findByText(/Images kept: 0 Could not be loaded: 2/);
  });

  it('can be ended where it is', async () => {
    const { asked, imports } = await opened();
    const id = await startJob(imports);
    value(await imports.pause(id, null));
    fireEvent.click(await screen.findByRole('button', { name: 'End it here' }));
    await screen.findByText(/Ended early. Pages added: 0/);
    await waitFor(() => expect(asked).toEqual([{ kind: 'forgetFile', of: [id] }]));
  });

  it('that is finished says what was not taken, and why the file ended', async () => {
    const { imports, container } = await opened();
    const id = await startJob(imports);
    const notTaken = [{ row: 1, reason: 'twice', text: 'https://example.org/a' }];
    value(await imports.add(id, { from: 0, rows: 9, bookmarks: [], notTaken }));
    value(await imports.finish(id, { isCancelled: false, problem: 'incomplete' }));
    await screen.findByText(/Pages added: 0/);
    screen.getByText('Entries left out, joined or imported in part: 1');
    screen.getByText(/The file is damaged or its end is missing/);
    screen.getByRole('button', { name: 'Save the report' });
    expect(screen.queryByRole('button', { name: 'Undo the import' })).toBe(null);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('says how many pages were there already, which is no failure', async () => {
    const { library, imports } = await opened();
    value(await library.bookmarks.save(address({ url: ENTRY.url, title: 'Mine' })));
    await finishJob(imports, await startJob(imports));
    await screen.findByText(/Pages added: 0/);
    screen.getByText('Already in your library: 1');
    expect(screen.queryByText(/only in part, or not at all/)).toBe(null);
    screen.getByRole('button', { name: 'Save the report' });
  });

  it('says how many pages of the library got labels or notes, which can be undone', async () => {
    const { library, imports } = await opened();
    value(await library.bookmarks.save(address({ url: ENTRY.url, title: 'Mine' })));
    const id = await startJob(imports);
    await finishJob(imports, id, { ...ENTRY, labels: ['tea'] });
    await screen.findByText(/Pages added: 0/);
    screen.getByText('Already in your library, completed by the import: 1');
    screen.getByRole('button', { name: 'Undo the import' });
    expect(screen.queryByText(/only in part, or not at all/)).toBe(null);
    const report = await reportFile((await imports.get(id))!, imports.notTaken(id));
    const text = await report.text();
    expect(text).toContain(`Already in your library, completed by the import: ${ENTRY.url}`);
    expect(text).not.toContain('only in part, or not at all');
  });

  it('is named where its articles can be got', async () => {
    const { model } = await openLibraryPage('#/import');
    const imports = (await model.listModel.library).part(importRepository);
    await finishJob(imports, await startJob(imports));
    fireEvent.click(await screen.findByRole('button', { name: 'Get the articles' }));
    const chosen = await screen.findByRole('radio', { name: 'bookmarks.html · 1 bookmark' });
    expect(chosen).toHaveProperty('checked', true);
    expect(screen.queryByRole('radio', { name: /Selected/ })).toBe(null);
  });

  it('is mentioned in the sidebar until it is finished', async () => {
    const { model } = await openLibraryPage('#/unread');
    const imports = (await model.listModel.library).part(importRepository);
    await screen.findByText('First');
    expect(screen.queryByText(/An import is paused/)).toBe(null);
    const id = await startJob(imports);
    await screen.findByRole('link', { name: 'Importing: 0 of 9' });
    value(await imports.pause(id, null));
    await screen.findByText(/An import is paused/);
    value(await imports.finish(id, { isCancelled: true, problem: null }));
    await waitFor(() => expect(screen.queryByText(/An import is paused/)).toBe(null));
    // The page is complete.
    await screen.findByRole('link', { name: 'Changes waiting to be sent: 2' });
  });
});
