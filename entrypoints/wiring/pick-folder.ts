import type { SendWays } from '../../src/ui/settings/send-store';

/** Chromium's dialog. TypeScript lacks it. */
interface FolderDialog {
  readonly showDirectoryPicker?: (options: {
    readonly id: string;
    readonly mode: 'readwrite';
  }) => Promise<FileSystemDirectoryHandle>;
}

/** Returns the function that lets a person choose a folder; null if the browser cannot. */
export function folderPicker(): SendWays['pickFolder'] {
  const dialog: Window & FolderDialog = window;
  if (dialog.showDirectoryPicker === undefined) return null;
  return async () => {
    try {
      return (await dialog.showDirectoryPicker?.({ id: 'leafmark', mode: 'readwrite' })) ?? null;
    } catch (error) {
      // The person has closed the dialog.
      if (error instanceof DOMException && error.name === 'AbortError') return null;
      throw error;
    }
  };
}
