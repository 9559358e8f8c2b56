import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { err, ok } from '../../../src/domain/result';
import type { BackupCheck } from '../../../src/transfer';
import { CheckBackup } from '../../../src/ui/transfer/check-backup';
import type { BackupChecker } from '../../../src/ui/transfer/check-store';
import { seriousFindings } from '../../support/accessibility';

type Checked = Awaited<ReturnType<BackupChecker['check']>>;

interface Held {
  readonly file: File;
  readonly signal: AbortSignal;
  end(result: Checked): void;
  tell(done: number, all: number | null): void;
}

const FILE = new File(['1234'], 'leafmark-2026-11-22.zip');
const EXPORTED = new File(['1'], 'leafmark-2026-11-23.zip');

const CHECK: BackupCheck = {
  compared: { pages: 3219, articles: 3100, images: 9000, highlights: 800 },
  differences: [],
  restored: {
    part: null,
    added: 3219,
    inTrash: 0,
    joined: 0,
    skipped: 0,
    missingImages: 0,
    problems: [],
    leftOut: [],
    renamed: [],
    others: 0,
    settings: null,
  },
};

afterEach(cleanup);

/** Shows the part with a checker whose checks the test ends. */
async function opened(exported: File | null = null) {
  const held: Held[] = [];
  const checker: BackupChecker = {
    check: (file, signal, tell) =>
      new Promise((end) => {
        held.push({ file, signal, end, tell });
      }),
  };
  const load = async () => checker;
  const view = render(<CheckBackup checker={load} exported={exported} />);
  await screen.findByRole('heading', { name: 'Check a backup' });
  return { ...view, held };
}

const choose = (file = FILE) =>
  fireEvent.change(screen.getByLabelText('Choose a file', { selector: 'input' }), {
    target: { files: [file] },
  });

async function chosen(check: Partial<BackupCheck>) {
  const view = await opened();
  choose();
  await waitFor(() => expect(view.held).toHaveLength(1));
  view.held[0]?.end(ok({ ...CHECK, ...check }));
  await screen.findByText('3,219');
  return view;
}

describe('the check of a backup', () => {
  it('shows its progress, and that the backup has everything', async () => {
    const { held, container } = await opened();
    choose();
    await screen.findByText('Preparing the file…');
    held[0]?.tell(10, 30);
    await screen.findByText('Checking pages: 10 of 30');
    expect(screen.getByRole('progressbar')).toMatchObject({ max: 30, value: 10 });
    expect(screen.getByRole('button', { name: 'Choose a file' })).toMatchObject({
      disabled: true,
    });
    held[0]?.end(ok(CHECK));
    await screen.findByText(
      /The backup can be restored, and it has everything as it is in your library\./,
    );
    for (const text of ['3,219', 'Articles (3,100)', 'Images (9,000)', 'Highlights (800)']) {
      screen.getByText(text);
    }
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('checks the zip that was exported', async () => {
    const { held } = await opened(EXPORTED);
    fireEvent.click(screen.getByRole('button', { name: 'Check this backup' }));
    await waitFor(() => expect(held[0]?.file).toBe(EXPORTED));
  });

  it('names the records that differ, by kind, with their fields', async () => {
    const pages = Array.from({ length: 100 }, (_, at) => ({ name: `Page ${at}`, fields: [] }));
    const { container } = await chosen({
      differences: [
        { kind: 'pages', form: 'missing', count: 150, first: pages },
        {
          kind: 'pages',
          form: 'changed',
          count: 1,
          first: [{ name: 'Leaves', fields: ['title', 'canonicalKey', 'keywords'] }],
        },
        { kind: 'highlights', form: 'extra', count: 1, first: [{ name: 'lamp', fields: [] }] },
        { kind: 'retention', form: 'changed', count: 2, first: [{ name: 'days', fields: [] }] },
      ],
    });
    screen.getByText(
      /it differs from your library\. What you changed after it is among the differences/,
    );
    const tab = (name: string) => {
      fireEvent.click(screen.getByRole('tab', { name }));
      return within(screen.getByRole('tabpanel', { name }));
    };
    tab('Only in your library 150').getByText('Pages (150)');
    screen.getByText('and 50 more');
    const different = tab('Different 3');
    expect(different.getByText('Leaves').parentElement?.textContent).toBe('Leaves (Title)');
    different.getByText('Settings of how long things are kept: 2');
    tab('Only in the backup 1').getByText('Highlights (1)');
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('says that some of a file cannot be restored', async () => {
    const problems = [{ entry: 'articles/a.html', line: null }];
    await chosen({
      restored: { ...CHECK.restored, problems, missingImages: 2, leftOut: ['about:config'] },
    });
    screen.getByText(/Some of the backup cannot be restored.*keep older backups until/);
    screen.getByText('Damaged entries that could not be read: 1');
    screen.getByText('Images that are missing or damaged: 2');
  });

  it('says of which part a bundle is', async () => {
    const part = { name: 'Archive', bookmarks: 49, of: 3219 };
    await chosen({ restored: { ...CHECK.restored, part } });
    screen.getByText(/a part of a library: “Archive”, 49 of 3,219 pages/);
  });

  it('can be cancelled, and begins again when nothing is left of it', async () => {
    const { held } = await opened();
    choose();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(held[0]?.signal.aborted).toBe(true);
    held[0]?.end(null);
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBe(null));
    choose();
    await waitFor(() => expect(held).toHaveLength(2));
  });

  it('stops when the person leaves the page', async () => {
    const { held, rerender } = await opened();
    choose();
    await waitFor(() => expect(held).toHaveLength(1));
    rerender(<p>Another page</p>);
    await waitFor(() => expect(held[0]?.signal.aborted).toBe(true));
  });

  it.each([
    ['cut', /The end of this zip is missing.*Nothing was changed\. Copy or export it again/],
    ['newer-version', /newer version of Leafmark\. Update Leafmark/],
    ['not-a-bundle', /not a zip that Leafmark has exported\. Nothing was changed\. Choose/],
    ['unreadable', /cannot be read any more\. Choose it again/],
    ['quota', /no room left\. Nothing was changed\. Free some space/],
    ['busy', /Another window is writing or checking an export/],
    ['failed', /Something went wrong\. Nothing was changed\. Try again/],
  ] as const)('says what happened and what to do after the failure %s', async (reason, text) => {
    const { held } = await opened();
    choose();
    await waitFor(() => expect(held).toHaveLength(1));
    held[0]?.end(err(reason));
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
  });
});
