import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Editors and version control write several files one after another. */
const SETTLES_MS = 200;

interface SourceListener {
  /** The next call waits for its promise. */
  onChange(changed: readonly string[]): Promise<void>;
  /** Gets the errors of `onChange` and of the file system. Watching continues where it can. */
  onError(error: unknown): void;
}

/**
 * Calls `onChange` after files have changed, with their paths relative to `root` and with slashes.
 * Changes that happen close together, or while a call is running, are passed together to the next
 * call. Files at the root itself are named in `paths`; folders include everything below them.
 *
 * @returns a function that stops watching and waits for the end of a running call
 */
export function watchSources(
  root: string,
  paths: readonly string[],
  { onChange, onError }: SourceListener,
): () => Promise<void> {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  const run = async () => {
    while (changed.size > 0) {
      const batch = [...changed];
      changed.clear();
      await onChange(batch).catch(onError);
    }
  };
  const start = () => {
    running ??= run().finally(() => {
      running = null;
    });
  };
  const add = (path: string) => {
    changed.add(path.replaceAll('\\', '/'));
    clearTimeout(timer);
    timer = setTimeout(start, SETTLES_MS);
  };
  const isFolder = (path: string) => statSync(join(root, path)).isDirectory();
  const files = new Set(paths.filter((path) => !isFolder(path)));
  const watchers: FSWatcher[] = paths
    .filter(isFolder)
    .map((folder) =>
      watch(join(root, folder), { recursive: true }, (_, file) => add(join(folder, file ?? ''))),
    );
  // Many editors replace a file when they save it, which ends a watch on the file itself.
  watchers.push(watch(root, (_, file) => void (file !== null && files.has(file) && add(file))));
  for (const watcher of watchers) watcher.on('error', onError);
  return async () => {
    for (const watcher of watchers) watcher.close();
    clearTimeout(timer);
    changed.clear();
    await running;
  };
}
