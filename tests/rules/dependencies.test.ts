import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, describe, expect, it } from 'vitest';
import { SERVER_FOLDERS } from '../../scripts/server/build.mjs';
import { PROJECT_ROOT } from '../support/project';

const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

/** Returns `rule: from → to` for each import in the wrong direction. */
async function violations(baseDir: string, folders: string[]): Promise<string[]> {
  const { output } = await cruise(folders, {
    ...options,
    baseDir,
    ruleSet: { forbidden },
    validate: true,
  });
  // Without an output type dependency-cruiser returns its result as an object.
  const { summary } = output as ICruiseResult;
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`).sort();
}

const plantedFolders: string[] = [];

/** Creates a project of two files: `planted` at the given path, and a file for it to import. */
function plant(path: string, planted: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'leafmark-rule-'));
  const files = {
    'src/library/index.ts': 'export interface Library { readonly name: string }\n',
    'entrypoints/background.ts': 'export const worker = 1;\n',
    'node_modules/dexie/package.json': '{"name":"dexie","version":"1.0.0","main":"index.js"}',
    'node_modules/dexie/index.js': 'module.exports = {};\n',
    'node_modules/pg/package.json': '{"name":"pg","version":"1.0.0","main":"index.js"}',
    'node_modules/pg/index.js': 'module.exports = {};\n',
    [path]: planted,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  plantedFolders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of plantedFolders) rmSync(folder, { recursive: true, force: true });
});

describe('the dependency rule', () => {
  it('holds in this project', async () => {
    const folders = ['src', 'entrypoints', 'server', 'tests/e2e'];
    expect(await violations(PROJECT_ROOT, folders)).toEqual([]);
  });

  it.each([
    ['a value', "import { Library } from '../library';\nexport const x = Library;"],
    ['a type', "import type { Library } from '../library';\nexport type X = Library;"],
    ['a type among values', "import { type Library } from '../library';\nexport type X = Library;"],
    ['a re-export', "export type { Library } from '../library';"],
    ['a dynamic import', "export const later = () => import('../library');"],
  ])('finds a room that imports a room above it: %s', async (_, source) => {
    const folder = plant('src/domain/planted.ts', source);
    expect(await violations(folder, ['src', 'entrypoints'])).toEqual([
      'domain-looks-down-only: src/domain/planted.ts → src/library/index.ts',
    ]);
  });

  it('finds a room that imports an entrypoint', async () => {
    const folder = plant(
      'src/ui/planted.tsx',
      "import { worker } from '../../entrypoints/background';\nexport const x = <b>{worker}</b>;",
    );
    expect(await violations(folder, ['src'])).toEqual([
      'doors-are-not-rooms: src/ui/planted.tsx → entrypoints/background.ts',
      'ui-looks-down-only: src/ui/planted.tsx → entrypoints/background.ts',
    ]);
  });

  it('finds code outside of the library that opens the database', async () => {
    const folder = plant(
      'src/ui/planted.ts',
      "import Dexie from 'dexie';\nexport const x = Dexie;",
    );
    expect(await violations(folder, ['src'])).toEqual([
      'only-the-library-opens-the-database: src/ui/planted.ts → node_modules/dexie/index.js',
    ]);
  });

  it.each([
    ['pg', 'node_modules/pg/index.js'],
    ['node:sqlite', 'node:sqlite'],
  ])(
    'finds server code outside of the storage that opens a database: %s',
    async (module, found) => {
      const source = `import * as database from '${module}';\nexport const x = database;`;
      const folder = plant('server/routes/planted.ts', source);
      expect(await violations(folder, ['server'])).toEqual([
        `only-the-storage-opens-a-database: server/routes/planted.ts → ${found}`,
      ]);
      expect(await violations(plant('server/storage/planted.ts', source), ['server'])).toEqual([]);
    },
  );

  it('finds server code that imports browser code', async () => {
    const source = "import type { Library } from '../src/library';\nexport type X = Library;";
    expect(await violations(plant('server/planted.ts', source), ['server'])).toEqual([
      'the-server-looks-down-only: server/planted.ts → src/library/index.ts',
    ]);
  });

  it('allows the server the folders of `src` that it is built from', () => {
    const isAllowed = (folder: string) =>
      !forbidden
        .filter(({ name }: { name: string }) => name === 'the-server-looks-down-only')
        .some(({ to }: { to: { pathNot: string } }) => !new RegExp(to.pathNot).test(`${folder}/`));
    const folders = readdirSync(join(PROJECT_ROOT, 'src')).map((name) => `src/${name}`);
    expect(folders.filter(isAllowed)).toEqual(SERVER_FOLDERS.filter((name) => name !== 'server'));
  });

  it.each([
    ['pages', 'with the browser of the display', 'world', 'only-screen-tests-use-the-display'],
    ['http', 'with the browser of the display', 'world', 'only-screen-tests-use-the-display'],
    ['pages', 'with a display', 'display', 'only-screen-tests-open-a-display'],
    ['http', 'with the extension', 'launch-chromium', 'http-tests-have-no-extension'],
  ])('finds a browser test in the wrong folder: %s %s', async (kind, _, support, rule) => {
    const path = `tests/e2e/${kind}/planted.test.ts`;
    const folder = plant(path, `import { x } from '../support/${support}.ts';\nvoid x;`);
    const imported = `tests/e2e/support/${support}.ts`;
    mkdirSync(join(folder, 'tests/e2e/support'));
    writeFileSync(join(folder, imported), 'export const x = 1;\n');
    expect(await violations(folder, ['tests'])).toEqual([`${rule}: ${path} → ${imported}`]);
  });

  it('finds a cycle', async () => {
    const folder = plant(
      'src/library/planted.ts',
      "import { second } from './second';\nexport const first = () => second;",
    );
    writeFileSync(
      join(folder, 'src/library/second.ts'),
      "import type { first } from './planted';\nexport const second: typeof first | null = null;",
    );
    expect(await violations(folder, ['src'])).toHaveLength(1);
  });
});
