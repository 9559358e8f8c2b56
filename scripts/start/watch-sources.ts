import { type FSWatcher, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Editors and version control write several files one after another. */
const SETTLES_MS = 200;

/**
 * Calls `onChange` after files have changed, with their paths relative to `root` and with slashes.
 * Changes that happen close together, or while a call is running, are passed together to the next
 * call. Files at the root itself are named in `paths`; folders include everything below them.
 *
 * @returns a function that stops watching
 */
export function watchSources(
  root: string,
  paths: readonly string[],
  onChange: (changed: readonly string[]) => Promise<void>,
): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    while (changed.size > 0) {
      const batch = [...changed];
      changed.clear();
      await onChange(batch);
    }
    isRunning = false;
  };
  const add = (path: string) => {
    changed.add(path.replaceAll('\\', '/'));
    clearTimeout(timer);
    timer = setTimeout(() => void run(), SETTLES_MS);
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
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
