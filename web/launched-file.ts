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
 * Opens the page of imports when the system hands over files, and returns them until the page has read
 * them.
 */
export function followLaunches(page: LaunchWindow): Signal<readonly File[]> {
  const launched = signal<readonly File[]>([]);
  page.launchQueue?.setConsumer(async ({ files = [] }) => {
    const handles = files.filter((each) => each.kind === 'file');
    if (handles.length === 0) return;
    launched.value = await Promise.all(handles.map((each) => each.getFile()));
    page.location.hash = hashOfRoute({ kind: 'import' });
  });
  return launched;
}
