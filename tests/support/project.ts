import { cpSync, globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

/** The folder of the project, without a slash at the end. */
export const PROJECT_ROOT = resolve(import.meta.dirname, '../..');

/** Reads a file of the project as text. */
export function readProjectFile(path: string): string {
  return readFileSync(`${PROJECT_ROOT}/${path}`, 'utf8');
}

/** Returns the files of the project that match, by their path in it, with `/` on every system. */
export function projectFiles(patterns: readonly string[]): readonly string[] {
  return globSync([...patterns], { cwd: PROJECT_ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** Copies the project into an existing folder, without the folders that version control ignores. */
export function copyProject(folder: string): void {
  const ignored = readProjectFile('.gitignore')
    .split('\n')
    .filter((line) => line.endsWith('/'));
  const names = new Set(['.git', ...ignored].map((line) => basename(line)));
  cpSync(PROJECT_ROOT, folder, {
    recursive: true,
    filter: (path) => path === PROJECT_ROOT || !names.has(basename(path)),
  });
}
