import { type Signal, signal } from '@preact/signals';
import { hashOfRoute } from '../src/ui/library-page/route';

/** What TypeScript's library lacks: the files with which the system starts an installed app. */
interface LaunchWindow extends Pick<Window, 'location'> {
  readonly launchQueue?: {
    setConsumer(consumer: (launch: { readonly files?: readonly LaunchedHandle[] }) => void): void;
  };
}
type LaunchedHandle = FileSystemFileHandle | FileSystemDirectoryHandle;

/**
 * Opens the page of imports when the system hands over a file, and returns the file until the page
 * has read it.
 */
export function followLaunches(page: LaunchWindow): Signal<File | null> {
  const launched = signal<File | null>(null);
  page.launchQueue?.setConsumer(async ({ files = [] }) => {
    const handle = files.find((each) => each.kind === 'file');
    if (handle === undefined) return;
    launched.value = await handle.getFile();
    page.location.hash = hashOfRoute({ kind: 'import' });
  });
  return launched;
}
