import type { WxtBrowser } from 'wxt/browser';
import type { SendFolder } from '../../transfer';
import { BACKUP_FOLDER, downloadEnded } from './backup-download';
import { fileNameOf } from './backup-record';

interface Dependencies {
  readonly browser: Pick<WxtBrowser, 'downloads' | 'permissions'>;
  /** Returns the address of a file with a text. */
  readonly textFile: (text: string) => string;
}

/** Gives files to the downloads of the browser, where no extension can read them again. */
export function createSendDownloads({ browser, textFile }: Dependencies): SendFolder {
  return {
    isBlind: true,
    async problem() {
      const isAllowed = await browser.permissions.contains({ permissions: ['downloads'] });
      return isAllowed ? null : 'not-allowed';
    },
    read: async () => ({ kind: 'none' }),
    async write(name, text, version) {
      const { downloads } = browser;
      const url = textFile(text);
      try {
        const id = await downloads.download({
          url,
          filename: `${BACKUP_FOLDER}/${name}`,
          // Without a version it is the first file of the page, and another one may have its name.
          conflictAction: version === null ? 'uniquify' : 'overwrite',
          saveAs: false,
        });
        const ended = await downloadEnded(downloads, id);
        if (!ended.ok) {
          return ended.error === 'disk-full'
            ? { kind: 'stop', problem: 'full' }
            : { kind: 'problem', problem: 'not-written' };
        }
        // Hundreds of files would hide what the person has downloaded.
        await downloads.erase({ id });
        return { kind: 'written', name: fileNameOf(ended.value.path) };
      } catch {
        return { kind: 'problem', problem: 'not-written' };
      } finally {
        if (url.startsWith('blob:')) URL.revokeObjectURL(url);
      }
    },
  };
}
