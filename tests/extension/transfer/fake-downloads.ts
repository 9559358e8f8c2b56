import type { Browser, WxtBrowser } from 'wxt/browser';
import { FakeEvent } from '../support/fake-extension';

type Item = Browser.downloads.DownloadItem;
type Options = Browser.downloads.DownloadOptions;

const FOLDER = '/home/me/Downloads/';

/** The browser's downloads, and the folder on the disk, in memory. */
export function fakeDownloads() {
  let items = new Map<number, Item>();
  const files = new Map<string, string>();
  const onChanged = new FakeEvent();
  const onErased = new FakeEvent();
  let nextId = 1;
  const state = {
    /** The address of each file that is complete, by its path. */
    files,
    /** True while downloads wait for `end`. */
    isHeld: false,
    get items(): readonly Item[] {
      return [...items.values()];
    },
    /** Ends a download. */
    end(id: number, error?: string) {
      const item = items.get(id);
      if (item?.state !== 'in_progress') return;
      if (error === undefined) files.set(item.filename, item.url);
      const ended = error === undefined ? 'complete' : 'interrupted';
      const change = { state: ended, exists: error === undefined, ...(error && { error }) };
      items.set(id, { ...item, ...change } as Item);
      onChanged.fire({ id });
    },
    /** A new session of Firefox: it has an empty list and counts from one again. */
    forget() {
      items = new Map();
      nextId = 1;
    },
  };
  const pathOf = ({ filename = '', conflictAction }: Options) => {
    const path = FOLDER + filename;
    return conflictAction === 'uniquify' && files.has(path)
      ? path.replace('.zip', ' (1).zip')
      : path;
  };
  const downloads = {
    async download(options: Options) {
      const id = nextId;
      nextId += 1;
      const { url } = options;
      const item = { id, url, filename: pathOf(options), state: 'in_progress', fileSize: 1_000 };
      items.set(id, item as Item);
      if (!state.isHeld) queueMicrotask(() => state.end(id));
      return id;
    },
    search: async ({ id }: { id: number }) => [...items.values()].filter((item) => item.id === id),
    cancel: async (id: number) => state.end(id, 'USER_CANCELED'),
    async erase({ id }: { id: number }) {
      if (items.delete(id)) onErased.fire(id);
    },
    async removeFile(id: number) {
      const path = items.get(id)?.filename ?? '';
      if (!files.delete(path)) throw new Error('The file does not exist');
    },
    onChanged,
    onErased,
  };
  // The fake has only the part of the browser's type that is used.
  return Object.assign(state, { downloads: downloads as unknown as WxtBrowser['downloads'] });
}
