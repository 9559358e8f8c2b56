import { signal } from '@preact/signals';
import type { Result } from '../../domain/result';
import type { SendTime } from '../../domain/sending';
import type { Library, LibraryError, SendJob, SendRepository, SendState } from '../../library';
import type { Background } from '../../messages/background-client';
import { into, readonly } from '../components/signals';
import type { Permission } from './browser-access';

/** A folder with the methods for permissions, which only Chromium has. TypeScript lacks them. */
interface ChosenFolder extends FileSystemDirectoryHandle {
  requestPermission?(mode: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}

interface SendDownloads extends Pick<Permission, 'request'> {
  /** Gives the permission back unless something else needs it. */
  release(): Promise<void>;
}

/** Where a program can write the files of highlights. */
export interface SendWays {
  /** Lets a person choose a folder; null: the browser cannot. Resolves to null if the person does not. */
  readonly pickFolder: (() => Promise<FileSystemDirectoryHandle | null>) | null;
  /** The permission for downloads; null: the program has none. */
  readonly downloads: SendDownloads | null;
  readonly background: Pick<Background, 'libraryChanged'>;
}

export type SendStore = ReturnType<typeof createSendStore>;

/** The sending of the highlights of a library, live. The background does the work. */
export function createSendStore(
  sending: SendRepository,
  { pickFolder, downloads, background }: SendWays,
) {
  const state = signal<SendState | null>(null);
  const dispose = sending.watch(into(state));
  /** The background may have been stopped. */
  const begun = () => void background.libraryChanged();

  async function start(folder: SendJob['folder']): Promise<void> {
    await sending.start(folder);
    begun();
  }

  return {
    /** null until it is known. */
    state: readonly(state),
    /** `folder`: a person chooses one. null: this program cannot send. */
    way: pickFolder ? ('folder' as const) : downloads ? ('downloads' as const) : null,
    /** Turns it on, or chooses another folder. Call it in a click handler. */
    async choose(): Promise<void> {
      if (pickFolder) {
        const folder = await pickFolder();
        if (folder !== null) await start(folder);
      } else if (await downloads?.request()) {
        await start(null);
      }
    },
    /** Goes on with a paused job, after the browser was asked if that is why. Call it in a click handler. */
    async resume(job: SendJob): Promise<void> {
      if (job.problem === 'not-allowed' && !(await isAllowed(job.folder, downloads))) return;
      await sending.begin(true);
      begun();
    },
    /** Begins a run. */
    async run(): Promise<void> {
      await sending.begin(true);
      begun();
    },
    pause: () => void sending.pause(null),
    setWhen: (when: SendTime) => void sending.setWhen(when),
    async turnOff(job: SendJob): Promise<void> {
      await sending.turnOff();
      if (job.folder === null) await downloads?.release();
    },
    dispose,
  };
}

/** True if the highlights of a library are sent to the downloads. */
export async function sendsToDownloads(
  library: Promise<Result<Library, LibraryError>>,
): Promise<boolean> {
  const [opened, { sendRepository }] = await Promise.all([library, import('../../library')]);
  return opened.ok && (await opened.value.part(sendRepository).job())?.folder === null;
}

async function isAllowed(
  folder: ChosenFolder | null,
  downloads: SendWays['downloads'],
): Promise<boolean> {
  if (folder === null) return (await downloads?.request()) ?? false;
  const answer = await folder.requestPermission?.({ mode: 'readwrite' });
  return answer === undefined || answer === 'granted';
}
