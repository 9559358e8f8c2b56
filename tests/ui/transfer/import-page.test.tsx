import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../src/domain';
import type { Restored } from '../../../src/transfer';
import { ImportPage } from '../../../src/ui/transfer/import-page';
import type { Restorer } from '../../../src/ui/transfer/import-store';
import { seriousFindings } from '../../support/accessibility';

afterEach(() => {
  act(cleanup);
});

type Ended = Awaited<ReturnType<Restorer['restore']>>;

const FILE = new File(['1234'], 'leafmark-2026-11-22.zip');
const RESTORED: Restored = {
  ...{ added: 2, skipped: 0, missingImages: 0, problems: [], settings: null },
};

/** Opens the page over a restorer whose imports the test ends. */
async function opened() {
  const held: { file: File; end(ended: Ended): void; tell(done: number, all: number): void }[] = [];
  const restorer: Restorer = {
    restore: (file, signal, tell) =>
      new Promise((end) => {
        signal.addEventListener('abort', () => end(null));
        held.push({ file, end, tell });
      }),
  };
  const onChanged = vi.fn();
  const view = render(<ImportPage restorer={async () => restorer} onChanged={onChanged} />);
  await screen.findByRole('button', { name: 'Choose a file' });
  return { ...view, held, onChanged };
}

const choose = (file: File = FILE) =>
  fireEvent.change(screen.getByLabelText('Choose a file', { selector: 'input' }), {
    target: { files: [file] },
  });

describe('the page of imports', () => {
  it('restores a chosen file, with progress, and reports what it brought', async () => {
    const { held, onChanged, container } = await opened();
    choose();
    await screen.findByText('Reading the file…');
    expect(held[0]?.file).toBe(FILE);
    held[0]?.tell(10, 30);
    await screen.findByText('Importing: 10 of 30 pages');
    expect(screen.getByRole('progressbar')).toMatchObject({ max: 30, value: 10 });
    const problems = [{ entry: 'articles/a.html', line: null }];
    held[0]?.end(ok({ ...RESTORED, skipped: 1, missingImages: 3, problems }));
    await screen.findByText(/was imported: 2 pages were added/);
    screen.getByText('1 page was here already and stays as it is.');
    screen.getByText('3 images are not in the file, or are damaged.');
    screen.getByText('1 entry could not be read. The file is damaged there.');
    expect(onChanged).toHaveBeenCalledOnce();
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('restores a file that is dropped', async () => {
    const { held, container } = await opened();
    fireEvent.drop(container.querySelector('.tool-page')!, { dataTransfer: { files: [FILE] } });
    await waitFor(() => expect(held).toHaveLength(1));
    held[0]?.end(ok(RESTORED));
    await screen.findByText(/was imported/);
  });

  it('can be stopped, says what that means, and goes on', async () => {
    const { held, onChanged } = await opened();
    choose();
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByText(/^Stopped\. The pages that were added so far stay/);
    expect(onChanged).toHaveBeenCalledOnce();
    choose();
    await waitFor(() => expect(held).toHaveLength(2));
  });

  it.each([
    ['not-a-bundle', /not a zip that Leafmark has exported/],
    ['newer-version', /Update Leafmark/],
    ['too-large', /more entries/],
    ['quota', /no room left/],
    ['unavailable', /could not be opened/],
    ['failed', /Something went wrong/],
  ] as const)('says what happened and what to do after the failure %s', async (problem, text) => {
    const { held } = await opened();
    choose();
    await waitFor(() => expect(held).toHaveLength(1));
    held[0]?.end(err(problem));
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
  });
});
