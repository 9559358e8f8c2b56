import { screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { ok } from '../../src/domain/result';
import { followLaunches } from '../../web/launched-file';
import { openLibraryPage } from '../ui/library-page/open-library-page';
import { heldImporter, PREVIEW } from '../ui/transfer/held-importer';

type Launch = { files: { kind: string; getFile?: () => Promise<File> }[] };

const BOOKMARKS = new File(['1'], 'bookmarks.html');

/** Opens the web app. `launch` stands for the system, because a test cannot make it start an app. */
async function openApp(hash: string) {
  let launch: (launched: Launch) => void = () => {};
  const launchQueue = { setConsumer: (consumer: typeof launch) => (launch = consumer) };
  const launchedFiles = followLaunches(Object.assign(Object.create(window), { launchQueue }));
  const { asked, importer } = heldImporter(ok(PREVIEW));
  const page = await openLibraryPage(hash, { importer, launchedFiles });
  const files = [{ kind: 'directory' }, { kind: 'file', getFile: async () => BOOKMARKS }];
  return { ...page, asked, launch: () => launch({ files }) };
}

describe('a file with which the system starts the web app', () => {
  it.each(['#/unread', '#/import'])('is read and shown as a preview at %s', async (hash) => {
    const { asked, launch } = await openApp(hash);
    launch();
    await screen.findByRole('button', { name: 'Import (7)' });
    expect(window.location.hash).toBe('#/import');
    expect(asked).toEqual([
      { kind: 'preview', of: [BOOKMARKS, null, { hasLabelsFromFolders: true }] },
    ]);
  });

  it('is read once, also when its page is left and opened again', async () => {
    const { asked, launch } = await openApp('#/import');
    launch();
    await screen.findByRole('button', { name: 'Import (7)' });
    window.location.hash = '#/unread';
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Import (7)' })).toBeNull());
    window.location.hash = '#/import';
    await screen.findByRole('button', { name: 'Choose a file' });
    expect(asked).toHaveLength(1);
  });
});
