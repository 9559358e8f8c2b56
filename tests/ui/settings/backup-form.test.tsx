import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { BACKUP_PROBLEMS, NOTHING_UNWRITTEN } from '../../../src/domain/backup';
import { ok } from '../../../src/domain/result';
import { unixMs } from '../../../src/domain/time';
import { BackupForm } from '../../../src/ui/settings/backup-form';
import { BackupLine } from '../../../src/ui/transfer/backup-line';
import { seriousFindings } from '../../support/accessibility';
import { fakeBackups } from './fake-backups';

afterEach(() => act(cleanup));

const AT = unixMs(Date.UTC(2026, 1, 3, 12));
const LAST = {
  name: 'leafmark-2026.zip',
  size: 4_000_000,
  at: AT,
  unwritten: NOTHING_UNWRITTEN,
};

const button = (name: string) => screen.getByRole('button', { name });

async function open(start: Parameters<typeof fakeBackups>[0], isNeeded = false) {
  const backups = fakeBackups(start);
  const { container } = render(
    <BackupForm store={backups.store} needsDownloads={async () => isNeeded} />,
  );
  await screen.findByRole('link', { name: 'Import' });
  expect(await seriousFindings(container)).toEqual([]);
  return backups;
}

describe('the form of backups', () => {
  it('asks for the permission in the click, and then exports every day, beginning now', async () => {
    const { request, run, settings } = await open({});
    fireEvent.click(button('Export every day'));
    expect(request).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(settings()).toEqual({ every: 'day', keep: 7 });
    await waitFor(() => button('Export now'));
  });

  it('changes nothing when the person declines', async () => {
    const { request, run, settings } = await open({});
    request.mockResolvedValue(false);
    fireEvent.click(button('Export every day'));
    await waitFor(() => expect(request).toHaveBeenCalledTimes(1));
    expect([settings().every, run.mock.calls.length]).toEqual([null, 0]);
  });

  it('changes how often and how many, and gives the permission back', async () => {
    const { remove, settings } = await open({ settings: { every: 'day' }, isAllowed: true });
    fireEvent.change(screen.getByLabelText('Export'), { target: { value: 'week' } });
    fireEvent.change(screen.getByLabelText('Files that are kept'), { target: { value: '3' } });
    expect(settings()).toEqual({ every: 'week', keep: 3 });
    fireEvent.click(button('Stop exporting'));
    await waitFor(() => button('Export every day'));
    expect([settings().every, remove.mock.calls.length]).toEqual([null, 1]);
  });

  it('keeps the permission that sending highlights on needs', async () => {
    const { remove, settings } = await open({ settings: { every: 'day' }, isAllowed: true }, true);
    fireEvent.click(button('Stop exporting'));
    await waitFor(() => button('Export every day'));
    expect([settings().every, remove.mock.calls.length]).toEqual([null, 0]);
  });

  it('starts one export at a time, and says that it runs', async () => {
    const { run } = await open({ settings: { every: 'day' }, isAllowed: true });
    let finish = () => {};
    run.mockImplementation(async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return ok(null);
    });
    fireEvent.click(button('Export now'));
    await screen.findByText('Preparing the file…');
    expect((button('Export now') as HTMLButtonElement).disabled).toBe(true);
    act(() => finish());
    await waitFor(() => expect(screen.queryByText('Preparing the file…')).toBe(null));
  });

  it('shows the last file', async () => {
    await open({ settings: { every: 'day' }, status: { last: LAST }, isAllowed: true });
    screen.getByText(/^Last export: Feb 3, 2026.*, leafmark-2026.zip, 4 MB\.$/);
  });

  it('names what the last file leaves out', async () => {
    const first = [{ kind: 'bookmark', name: 'An odd page' }] as const;
    const last = { ...LAST, unwritten: { count: 2, first } };
    await open({ settings: { every: 'day' }, status: { last }, isAllowed: true });
    const { textContent } = screen.getByRole('alert');
    expect(textContent).toMatch(/^Not in the file.*: 2\..*Pages: An odd page.*and 1 more/);
  });

  it.each([
    [0, /^Feb 3, 2026.*The backup can be restored, and it has everything/],
    [12, /^Feb 3, 2026.*it differs from your library/],
    [null, /^Feb 3, 2026.*could not be checked\. The zip was saved all the same\.$/],
  ])('says how the last check ended: %s', async (found, text) => {
    const status = { last: LAST, check: { at: AT, found } };
    await open({ settings: { every: 'day' }, status, isAllowed: true });
    screen.getByText(text);
    const link = screen.getByRole('link', { name: 'Check a backup' });
    expect(link.getAttribute('href')).toBe('library.html#/export');
  });

  it.each(BACKUP_PROBLEMS)('says that the last try failed: %s', async (problem) => {
    const status = { last: LAST, failure: { problem, at: AT } };
    await open({ settings: { every: 'day' }, status, isAllowed: true });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toMatch(/^The export of Feb 3, 2026.* failed\. .+ will try again\.$/);
    screen.getByText(/^Last export/);
  });

  it('asks again when somebody has taken the permission away', async () => {
    const { request, run } = await open({ settings: { every: 'week' } });
    screen.getByText(/^Leafmark may no longer write/);
    fireEvent.click(button('Allow'));
    await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    expect(request).toHaveBeenCalledTimes(1);
  });
});

describe('the line in the library', () => {
  const failure = { problem: 'disk-full', at: AT } as const;

  it('names a failed backup, and leads to its settings', async () => {
    const { store } = fakeBackups({ settings: { every: 'day' }, status: { failure } });
    render(<BackupLine backups={async () => store} />);
    await screen.findByText(/The last backup failed/);
    expect(screen.getByRole('link').getAttribute('href')).toBe('options.html#backup');
  });

  it('says that the check of the last backup has found something', async () => {
    const check = { at: AT, found: 2 };
    const { store } = fakeBackups({ settings: { every: 'day' }, status: { last: LAST, check } });
    render(<BackupLine backups={async () => store} />);
    await screen.findByText(/it differs from your library/);
  });

  it.each([
    ['backups are off', { status: { failure } }],
    [
      'the last one succeeded, and its check has found nothing',
      { settings: { every: 'day' }, status: { last: LAST, check: { at: AT, found: 0 } } },
    ],
  ] as const)('is not there when %s', async (_, start) => {
    const { store } = fakeBackups(start);
    const opened = Promise.resolve(store);
    const { container } = render(<BackupLine backups={() => opened} />);
    await act(async () => void (await opened));
    expect(container.textContent).toBe('');
  });
});
