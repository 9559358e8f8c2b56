import { describe, expect, it } from 'vitest';
import { projectFiles, readProjectFile } from '../support/project';
import { type Declared, declaredIn } from './declared-names';

const SOURCES = projectFiles(['{src,server,web,entrypoints}/**/*.{ts,tsx}']);

/** In more files than these, the name of a function says nothing about what it does. */
const MAX_FILES_OF_FUNCTION = 3;
/** Names of functions in more files than that. The number may become smaller, never larger. */
const FUNCTIONS_IN_MORE_FILES = 17;

interface Place extends Declared {
  readonly path: string;
}

const CONSTANT = /^[A-Z][A-Z\d_]*$/;
const isConstant = ({ kind, name }: Declared): boolean =>
  kind === 'constant' && CONSTANT.test(name);
const isFunction = ({ kind }: Declared): boolean => kind === 'function';

function placesIn(files: readonly (readonly [path: string, source: string])[]): Place[] {
  return files.flatMap(([path, source]) =>
    declaredIn(source, { hasMarkup: path.endsWith('x') }).map((each) => ({ ...each, path })),
  );
}

/** Returns the names that more than `maxFiles` files declare, not all in the same way, and where. */
function namesInMoreFiles(places: readonly Place[], maxFiles: number): Record<string, string[]> {
  const found = [...Map.groupBy(places, ({ name }) => name)].flatMap(([name, all]) => {
    const paths = [...new Set(all.map(({ path }) => path))];
    const isOneThing = new Set(all.map(({ code }) => code)).size === 1;
    return isOneThing || paths.length <= maxFiles ? [] : [[name, paths] as const];
  });
  return Object.fromEntries(found);
}

describe('the check for names with several meanings', () => {
  const constantsOf = (...sources: readonly string[]) => {
    const files = sources.map((source, at) => [`${at}.ts`, source] as const);
    return Object.keys(namesInMoreFiles(placesIn(files).filter(isConstant), 1));
  };

  it.each([
    ['two numbers', 'const MAX = 1;', 'export const MAX = 2;'],
    ['a number and a pattern', 'const MAX = 1;', 'const MAX = /1/;'],
    ['two numbers in one statement', 'const [MAX, MIN] = [1, 0];', 'const [MIN, MAX] = [0, 2];'],
    ['two texts with types', "const MAX: string = 'a';", "const MAX = 'b' as const;"],
  ])('reports %s', (_what, first, second) => {
    expect(constantsOf(first, second)).toEqual(['MAX']);
  });

  it.each([
    ['the same value', 'const MAX = [1, 2] as const;', 'export const MAX =\n  [1, 2];'],
    ['other names', 'const MAX_PAGES = 1;', 'const MAX_ROWS = 2;'],
    ['names inside of functions', 'const MAX = 1;', 'function f() { const MAX = 2; return MAX; }'],
  ])('accepts %s', (_what, first, second) => {
    expect(constantsOf(first, second)).toEqual([]);
  });

  it('counts functions of both forms', () => {
    const sources = [
      'function f() { return 1; }',
      'const f = () => 2;',
      'export async function f() {}',
    ];
    const files = sources.map((source, at) => [`${at}.ts`, source] as const);
    const places = placesIn(files).filter(isFunction);
    expect(namesInMoreFiles(places, 2)).toEqual({ f: ['0.ts', '1.ts', '2.ts'] });
    expect(namesInMoreFiles(places, 3)).toEqual({});
  });
});

describe('the names of the sources', () => {
  const places = placesIn(SOURCES.map((path) => [path, readProjectFile(path)]));

  it('have one value for each constant', () => {
    expect(namesInMoreFiles(places.filter(isConstant), 1)).toEqual({});
  });

  it('say what each function does, which one name in many files does not', () => {
    const names = namesInMoreFiles(places.filter(isFunction), MAX_FILES_OF_FUNCTION);
    expect(Object.keys(names).length, JSON.stringify(names, null, 2)).toBe(FUNCTIONS_IN_MORE_FILES);
  });
});
