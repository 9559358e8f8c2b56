import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { NOTHING_UNWRITTEN } from '../../../src/domain/backup';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { err, ok } from '../../../src/domain/result';
import type { BackupChecker } from '../../../src/ui/transfer/check-store';
import { ExportPage } from '../../../src/ui/transfer/export-page';
import type { Exporter } from '../../../src/ui/transfer/export-store';
import type { ListedPages } from '../../../src/ui/transfer/page-scope';
import { seriousFindings } from '../../support/accessibility';
import { openLibraryPage } from '../library-page/open-library-page';

type Written = Awaited<ReturnType<Exporter['write']>>;

interface Held {
  end(result: Written): void;
  onProgress(done: number, all: number): void;
  readonly signal: AbortSignal;
}

/** An exporter whose exports the test ends. */
function heldExporter() {
  const asked: unknown[] = [];
  const held: Held[] = [];
  const exporter: Exporter & BackupChecker = {
    check: async () => null,
    write: (choice, signal, onProgress) =>
      new Promise((resolve) => {
        asked.push(choice);
        signal.addEventListener('abort', () => resolve(null));
        held.push({ end: resolve, onProgress, signal });
      }),
  };
  return { asked, held, exporter };
}

/** The names of the files that the page gave to the browser. */
function watchDownloads(): string[] {
  const names: string[] = [];
  URL.createObjectURL = () => 'blob:';
  URL.revokeObjectURL = () => {};
  HTMLAnchorElement.prototype.click = function click() {
    names.push(this.download);
  };
  return names;
}

const { createObjectURL, revokeObjectURL } = URL;
const { click } = HTMLAnchorElement.prototype;
afterEach(() => {
  localStorage.clear();
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  HTMLAnchorElement.prototype.click = click;
});

const FILE = new File(['1234'], 'leafmark-2026-11-22.zip');
const IDS = ['a', 'b'] as readonly string[] as readonly BookmarkId[];

async function opened(
  selected: readonly BookmarkId[] | null = null,
  listed: ListedPages | null = null,
) {
  const held = heldExporter();
  const downloads = watchDownloads();
  const exporter = async () => held.exporter;
  const props = {
    exporter,
    storage: localStorage,
    selected,
    listed,
    isListChosen: false,
    count: 30,
  };
  const view = render(<ExportPage {...props} />);
  await screen.findByRole('button', { name: 'Export' });
  return { ...held, downloads, ...view };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the page of exports', () => {
  it('writes the whole library, with progress, and gives the file to the downloads', async () => {
    const { asked, held, downloads, container } = await opened();
    press('Export');
    await screen.findByText('Preparing the file…');
    expect(asked).toMatchObject([{ format: 'bundle', ids: null }]);
    held[0]?.onProgress(10, 30);
    await screen.findByText('Exporting pages: 10 of 30');
    expect(screen.getByRole('progressbar')).toMatchObject({ max: 30, value: 10 });
    held[0]?.end(ok({ file: FILE, pages: 30, leftOut: 0, unwritten: NOTHING_UNWRITTEN }));
    await screen.findByText(/^leafmark-2026-11-22\.zip is ready/);
    screen.getByText(/^30 bookmarks · /);
    expect(downloads).toEqual([FILE.name]);
    press('Download again');
    expect(downloads).toEqual([FILE.name, FILE.name]);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('writes the chosen format of the selected pages, or of all', async () => {
    const { asked, held } = await opened(IDS);
    fireEvent.click(screen.getByRole('radio', { name: /^Table \(CSV\)/ }));
    press('Export');
    await waitFor(() =>
      expect(asked).toMatchObject([{ format: 'csv', ids: IDS, title: 'Selected: 2' }]),
    );
    held[0]?.end(ok({ file: FILE, pages: 1, leftOut: 3, unwritten: NOTHING_UNWRITTEN }));
    await screen.findByText('Left out, because they have no text: 3');
    fireEvent.click(screen.getByRole('radio', { name: 'The whole library · 30 bookmarks' }));
    press('Export');
    await waitFor(() => expect(asked[1]).toMatchObject({ format: 'csv', ids: null, title: null }));
  });

  it('says that a file for browsers has no files from a disk', async () => {
    const { held } = await opened();
    fireEvent.click(screen.getByRole('radio', { name: /^Bookmarks for browsers/ }));
    press('Export');
    await waitFor(() => expect(held).toHaveLength(1));
    held[0]?.end(ok({ file: FILE, pages: 1, leftOut: 2, unwritten: NOTHING_UNWRITTEN }));
    await screen.findByText('Left out, because they are files without an address: 2');
  });

  it('names what could not be written', async () => {
    const { held, container } = await opened();
    press('Export');
    await waitFor(() => expect(held).toHaveLength(1));
    const first = [{ kind: 'article', name: 'An odd page' }] as const;
    held[0]?.end(ok({ file: FILE, pages: 1, leftOut: 0, unwritten: { count: 1, first } }));
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toMatch(/^Not in the file.*: 1\..*Articles: An odd page$/);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('can be cancelled, and begins again', async () => {
    const { asked, downloads } = await opened();
    press('Export');
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBe(null));
    expect(downloads).toEqual([]);
    press('Export');
    await waitFor(() => expect(asked).toHaveLength(2));
  });

  it('stops when the person leaves the page', async () => {
    const { held, downloads, rerender } = await opened();
    press('Export');
    await waitFor(() => expect(held).toHaveLength(1));
    rerender(<p>Another page</p>);
    await waitFor(() => expect(held[0]?.signal.aborted).toBe(true));
    expect(downloads).toEqual([]);
  });

  it.each([
    ['quota', /no room left/],
    ['nothing', /None of these pages has a text to export/],
    ['unavailable', /could not be opened/],
    ['busy', /Another window is writing or checking an export/],
    ['failed', /Something went wrong/],
  ] as const)('says what happened and what to do after the failure %s', async (reason, text) => {
    const { held } = await opened();
    press('Export');
    await waitFor(() => expect(held).toHaveLength(1));
    held[0]?.end(err(reason));
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    press('Export');
    await waitFor(() => expect(screen.queryByRole('alert')).toBe(null));
  });

  it('writes the list from which it was opened once all of its pages are known', async () => {
    const title = 'Search: leaf';
    const { asked, rerender, exporter } = await opened(null, { title, ids: null });
    fireEvent.click(screen.getByRole('radio', { name: title }));
    expect(screen.getByRole('button', { name: 'Export' })).toMatchObject({ disabled: true });
    const props = {
      exporter: async () => exporter,
      storage: localStorage,
      selected: null,
      isListChosen: false,
    };
    rerender(<ExportPage {...props} listed={{ title, ids: IDS }} count={30} />);
    fireEvent.click(await screen.findByRole('radio', { name: 'Search: leaf · 2 bookmarks' }));
    press('Export');
    await waitFor(() => expect(asked).toMatchObject([{ ids: IDS }]));
  });

  it('writes Markdown in the form of the person, which it keeps', async () => {
    const { asked, unmount, container } = await opened();
    expect(screen.queryByRole('group', { name: 'Above the text' })).toBe(null);
    fireEvent.click(screen.getByRole('radio', { name: /^Markdown with images/ }));
    fireEvent.click(screen.getByRole('radio', { name: /^As quotes/ }));
    const chosen = (name: RegExp) => screen.getByRole('radio', { name });
    expect(chosen(/^Properties and title/)).toMatchObject({ checked: true });
    fireEvent.click(chosen(/^Title and source/));
    expect(await seriousFindings(container)).toEqual([]);
    press('Export');
    const markdown = { highlights: 'quotes', layout: 'heading' };
    await waitFor(() => expect(asked).toMatchObject([{ format: 'markdown-zip', markdown }]));
    unmount();
    await opened();
    fireEvent.click(screen.getByRole('radio', { name: /^Markdown in one file/ }));
    expect(chosen(/^Title and source/)).toMatchObject({ checked: true });
  });

  it('is opened with the pages that are selected in a list', async () => {
    const { asked, exporter } = heldExporter();
    const { model } = await openLibraryPage('#/unread', { exporter });
    await screen.findByText('First');
    model.selection.selectAll();
    // It is in a menu on a phone, and jsdom has no popovers.
    fireEvent.click(await screen.findByRole('button', { name: 'Export', hidden: true }));
    await screen.findByRole('radio', { name: 'Selected: 2' });
    press('Export');
    await waitFor(() => expect(asked).toMatchObject([{ format: 'bundle' }]));
    expect((asked[0] as { ids: readonly unknown[] }).ids).toHaveLength(2);
    // The page is complete.
    await screen.findByRole('link', { name: 'Changes waiting to be sent: 2' });
  });

  it('begins with the whole library when the sidebar opens it, whatever was shown or exported before', async () => {
    const { exporter } = heldExporter();
    const { model } = await openLibraryPage('#/archive', { exporter });
    const whole = async () => {
      model.go({ kind: 'export' });
      return screen.findByRole('radio', { name: /^The whole library/, checked: true });
    };
    await whole();
    // The list can be chosen.
    screen.getByRole('radio', { name: /^Archive/, checked: false });
    model.go({ kind: 'list', choice: { view: 'unread', label: null } });
    await screen.findByText('First');
    model.selection.selectAll();
    model.listExport.openSelection('export');
    await screen.findByRole('radio', { name: 'Selected: 2', checked: true });
    model.go({ kind: 'list', choice: { view: 'unread', label: null } });
    await screen.findByText('First');
    await whole();
    expect(screen.queryByRole('radio', { name: /^Selected/ })).toBe(null);
    model.go({ kind: 'search', text: 'First' });
    fireEvent.click(await screen.findByRole('button', { name: 'Export these pages' }));
    await screen.findByRole('radio', { name: /^Search: First/, checked: true });
    model.go({ kind: 'get-articles' });
    await waitFor(() => expect(model.behind.value.kind).toBe('get-articles'));
    await whole();
    // The page is complete.
    await screen.findByRole('link', { name: 'Changes waiting to be sent: 2' });
  });

  it('is opened with the pages of a list by its button, which no other tool has', async () => {
    const { asked, exporter } = heldExporter();
    await openLibraryPage('#/unread', { exporter });
    await screen.findByText('First');
    expect(screen.queryByRole('button', { name: 'Get the articles' })).toBe(null);
    fireEvent.click(screen.getByRole('button', { name: 'Export these pages' }));
    await screen.findByRole('radio', { name: /^Unread · 2/, checked: true });
    press('Export');
    await waitFor(() => expect(asked[0]).toMatchObject({ title: 'Unread' }));
    expect((asked[0] as { ids: readonly unknown[] }).ids).toHaveLength(2);
    // The page is complete.
    await screen.findByRole('link', { name: 'Changes waiting to be sent: 2' });
  });

  it('is opened with the pages of a search by its button', async () => {
    const { asked, exporter } = heldExporter();
    const { model } = await openLibraryPage('#/search/First', { exporter });
    await waitFor(() => expect(model.listModel.list.length.value).toBe(1));
    // The page is complete.
    await screen.findByRole('button', { name: 'Save as collection' });
    fireEvent.click(await screen.findByRole('button', { name: 'Export these pages' }));
    const listed = await screen.findByRole('radio', { name: 'Search: First · 1 bookmark' });
    expect(listed).toMatchObject({ checked: true });
    press('Export');
    await waitFor(() => expect((asked[0] as { ids: readonly unknown[] }).ids).toHaveLength(1));
    expect(asked[0]).toMatchObject({ title: 'Search: First' });
    // The page is complete.
    await screen.findByRole('link', { name: 'Changes waiting to be sent: 2' });
  });
});
