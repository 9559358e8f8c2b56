import { createRequire } from 'node:module';
import { dirname, relative } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../support/project';

const { options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

type Import = readonly [from: string, to: string];

/**
 * Finds folders of a room, or of a folder in it, that import each other, directly or through other
 * folders there. Files at the root of a room connect its folders, so they belong to none. Each cycle is
 * the sorted list of its folders.
 */
function cyclesOf(room: string, imports: readonly Import[]): string[] {
  const folderOf = (file: string) => {
    const [folder = '', ...rest] = relative(room, file).split('/');
    return folder === '..' || rest.length === 0 ? null : folder;
  };
  const importsOf = new Map<string, Set<string>>();
  for (const [from, to] of imports) {
    const [a, b] = [folderOf(from), folderOf(to)];
    if (a === null || b === null || a === b) continue;
    importsOf.set(a, (importsOf.get(a) ?? new Set()).add(b));
  }
  const reachable = (start: string) => {
    const found = new Set<string>();
    const open = [start];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const next of importsOf.get(at) ?? []) {
        if (found.has(next)) continue;
        found.add(next);
        open.push(next);
      }
    }
    return found;
  };
  const reach = new Map([...importsOf.keys()].map((folder) => [folder, reachable(folder)]));
  const cycles = [...reach]
    .filter(([folder, found]) => found.has(folder))
    .map(([folder, found]) =>
      [...found]
        .filter((other) => reach.get(other)?.has(folder))
        .sort()
        .join(', '),
    );
  return [...new Set(cycles)].sort();
}

const cruised = cruise(['src', 'server'], { ...options, baseDir: PROJECT_ROOT });

/** Returns the imports of `src` and `server`; with `isLoaded` only those of what is loaded at once. */
async function importsOfProject({ isLoaded }: { readonly isLoaded: boolean }): Promise<Import[]> {
  const { modules } = (await cruised).output as ICruiseResult;
  return modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(
        ({ dependencyTypes, dynamic }) =>
          !(isLoaded && (dynamic || dependencyTypes.includes('type-only'))),
      )
      .map(({ resolved }): Import => [source, resolved]),
  );
}

describe('the folders of a room', () => {
  it('import each other in one direction, at every depth', async () => {
    const imports = await importsOfProject({ isLoaded: false });
    const rooms = new Set(imports.flatMap(([from]) => foldersOf(from)));
    const found = [...rooms]
      .sort()
      .flatMap((room) => cyclesOf(room, imports).map((folders) => `${room}: ${folders}`));
    expect(found).toEqual([]);
  });

  it.each<[string, readonly Import[], readonly string[]]>([
    ['no cycle in one direction', [['server/a/x.ts', 'server/b/y.ts']], []],
    [
      'two folders that import each other, by different files',
      [
        ['server/a/x.ts', 'server/b/y.ts'],
        ['server/b/z.ts', 'server/a/w.ts'],
      ],
      ['a, b'],
    ],
    [
      'a cycle of three folders',
      [
        ['server/a/x.ts', 'server/b/x.ts'],
        ['server/b/x.ts', 'server/c/deep/x.ts'],
        ['server/c/x.ts', 'server/a/x.ts'],
      ],
      ['a, b, c'],
    ],
    [
      'no cycle through the files at the root of the room',
      [
        ['server/a/x.ts', 'server/server.ts'],
        ['server/server.ts', 'server/a/y.ts'],
      ],
      [],
    ],
  ])('finds %s', (_, imports, found) => {
    expect(cyclesOf('server', imports)).toEqual(found);
  });

  it('finds a cycle of the folders in a folder', () => {
    const imports: readonly Import[] = [
      ['server/a/deep/x.ts', 'server/a/other/y.ts'],
      ['server/a/other/z.ts', 'server/a/deep/w.ts'],
    ];
    const folders = foldersOf('server/a/deep/x.ts');
    expect(folders.flatMap((folder) => cyclesOf(folder, imports))).toEqual(['deep, other']);
  });
});

describe('the program that does tasks', () => {
  it.each([
    ['starts', ['server/task-program.ts'], ['server', 'server/processes']],
    [
      'reads pages and articles',
      ['server/extraction/reading/read-page.ts', 'server/articles/do-article-task.ts'],
      ['server/articles', 'server/extraction/reading'],
    ],
    ['reads imports', ['server/transfer/import/import-apart.ts'], ['server/transfer/import']],
  ])(
    '%s with only these folders of the server, as docs/server.md says',
    async (_, files, folders) => {
      const imports = await importsOfProject({ isLoaded: true });
      const loaded = new Set(files);
      // A set also visits what is added during the loop.
      for (const file of loaded) {
        for (const [from, to] of imports) if (from === file) loaded.add(to);
      }
      const ofServer = [...loaded].filter((file) => file.startsWith('server/'));
      expect([...new Set(ofServer.map((file) => dirname(file)))].sort()).toEqual(folders);
    },
  );
});

/** Returns the room of a file, which is `server` or a folder of `src`, and the folders in it. */
function foldersOf(file: string): readonly string[] {
  const parts = dirname(file).split('/');
  const depth = parts[0] === 'server' ? 1 : 2;
  return parts.slice(depth - 1).map((_, at) => parts.slice(0, depth + at).join('/'));
}
