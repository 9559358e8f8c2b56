import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseAst } from 'vite';
import { PROJECT_ROOT } from '../support/project';

export const TARGETS = ['chrome-mv3', 'firefox-mv3'] as const;
export type Target = (typeof TARGETS)[number];

/** A node of an ESTree, with the properties that the walk needs. */
export interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Returns the folder of a target's build. Throws if it was not built. */
export function outputFolder(target: Target): string {
  const folder = join(PROJECT_ROOT, '.output', target);
  if (!existsSync(join(folder, 'manifest.json'))) {
    throw new Error(`${target} is not built: run "npm run build" first.`);
  }
  return folder;
}

/**
 * Returns the scripts that are loaded before the first line of `page` runs: its own and their
 * imports.
 */
export function firstScripts(folder: string, page: string): readonly string[] {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const imported of staticImports(readFileSync(path, 'utf8'))) {
      visit(join(dirname(path), imported));
    }
  };
  for (const source of attributes(folder, page, /<script[^>]*\ssrc="([^"]+)"/g)) visit(source);
  return [...found];
}

/** Returns the style sheets of `page`. */
export function styleSheets(folder: string, page: string): readonly string[] {
  return attributes(folder, page, /<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g);
}

/** Returns the total size of files in bytes, each gzipped separately. */
export function gzippedBytes(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
}

/** Calls `visit` for each node of the script. */
export function walk(source: string, visit: (node: Node) => void): void {
  const step = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) step(item);
    } else if (isNode(value)) {
      visit(value);
      for (const child of Object.values(value)) step(child);
    }
  };
  step(parseAst(source));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function attributes(folder: string, page: string, pattern: RegExp): string[] {
  const html = readFileSync(join(folder, page), 'utf8');
  return [...html.matchAll(pattern)].map(([, path]) => join(folder, path ?? ''));
}

function staticImports(source: string): string[] {
  const imports: string[] = [];
  for (const statement of parseAst(source).body) {
    if ('source' in statement && statement.source) imports.push(String(statement.source.value));
  }
  return imports;
}
