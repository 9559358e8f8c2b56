import { describe, expect, it } from 'vitest';
import { missingEntries } from '../../scripts/complete-lockfile.mjs';
import { projectFiles, readProjectFile } from '../support/project';

const MAX_LINES = 400;
const CODE = ['ts', 'tsx', 'mjs'].flatMap((extension) =>
  ['src', 'entrypoints', 'server', 'scripts', 'tests', 'bench'].map(
    (room) => `${room}/**/*.${extension}`,
  ),
);

/** Tables of data, which may be longer. */
const TABLES = /tracking-parameters|xss-vectors|tests\/pages\//;

/** The rooms that run in pages, workers and Node alike. */
const CORE = [
  'src/{domain,contract,query,capture,anchoring,formats,library,messages,service,sync,background}/**/*.ts',
  'src/ui/**/*.{ts,tsx}',
];

/** Returns the places where `pattern` occurs, as `file:line: text`. */
function occurrences(
  patterns: readonly string[],
  pattern: RegExp,
  see: (line: string) => string = (line) => line,
): string[] {
  return projectFiles(patterns).flatMap((path) =>
    readProjectFile(path)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(see(line)) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
}

const withoutComment = (line: string) =>
  line.replace(/^\s*(\/?\*|\/\/).*$/, '').replace(/\s\/\/ .*$/, '');

describe('source files', () => {
  it(`have at most ${MAX_LINES} lines`, () => {
    const tooLong = projectFiles(CODE)
      .filter((path) => !TABLES.test(path))
      .map((path) => ({ path, lines: readProjectFile(path).split('\n').length - 1 }))
      .filter(({ lines }) => lines > MAX_LINES);
    expect(tooLong).toEqual([]);
  });

  it('access the browser only from the extension room and the entrypoints', () => {
    const api = /(?<![\w.$])(?:browser|chrome)\.[a-z]/;
    expect(occurrences(CORE, api, withoutComment)).toEqual([]);
  });

  it('name the elements that depend on the `:has()` of another one, so that browsers style only those again', () => {
    const any =
      /:has\((?:[^()]|\([^()]*\))*\)\)?[^,{]*[\s>+~](?:\*|:(?!:|is\(|where\()[^\s>+~,{]*)\s*[,{]/;
    expect(occurrences(['{src,entrypoints,web,server}/**/*.css'], any)).toEqual([]);
  });

  it('normalise texts only in a bounded way', () => {
    const bare = projectFiles(['{src,server,entrypoints}/**/*.{ts,tsx}']).filter(
      (path) => path !== 'src/domain/bounded-normalise.ts',
    );
    expect(occurrences(bare, /\.normalize\b/, withoutComment)).toEqual([]);
  });

  it('have no object literals that are spread into another one', () => {
    expect(occurrences([...CODE, '*.ts'], /\.\.\.\{/, withoutComment)).toEqual([]);
  });

  it('import types by statements, which the dependency rule reads', () => {
    // The rule's parser does not follow `import('…').Type`.
    expect(occurrences(['{src,server}/**/*.{ts,tsx}'], /import\((['"])[^'"]+\1\)\.\w/)).toEqual([]);
  });

  it('use one build of Dexie, and import only types from its other name', () => {
    // The last line of a statement over several lines counts, too.
    const other = /^(?!import type ).*(?:from |import\()'dexie'/;
    const code = projectFiles(['{src,server,entrypoints,web}/**/*.{ts,tsx}']);
    const bundled = code.filter((path) => !path.endsWith('.d.ts'));
    expect(occurrences(bundled, other)).toEqual([]);
  });

  it('have comments that begin with a statement, not with a question word', () => {
    const question = /^\s*(?:\/\*\*|\*|\/\/) (?:What|Who|Whether)\b/;
    expect(occurrences([...CODE, '*.ts'], question)).toEqual([]);
  });

  it('have no to-do comments without a date', () => {
    const undated = /\bFIXME\b|\bTODO\b(?! \[\d{4}-\d{2}-\d{2}\])/;
    const shipped = CODE.filter((pattern) => !pattern.startsWith('tests/'));
    expect(occurrences(shipped, undated)).toEqual([]);
  });
});

describe('package-lock.json', () => {
  it('has the packages of every system, which npm ci requires', () => {
    const { packages } = JSON.parse(readProjectFile('package-lock.json'));
    expect(Object.keys(missingEntries(packages)), 'npm run complete-lockfile').toEqual([]);
  });

  it('has no download addresses', () => {
    expect(readProjectFile('package-lock.json')).not.toMatch(/"resolved"\s*:/);
  });
});
