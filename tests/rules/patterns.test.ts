// @module-tag full
import { parseSync } from '@swc/core';
import { analyse } from 'scslre';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { projectFiles, readProjectFile } from '../support/project';
import { attacksOn, isSuperLinear } from './attack-strings';

const SOURCES = projectFiles(['{src,server,entrypoints}/**/*.{ts,tsx}']);

interface Written {
  readonly literals: readonly RegExp[];
  /** The number of patterns that are built from strings. */
  readonly built: number;
}

interface WithArguments {
  readonly arguments: readonly { readonly expression: { type: string; value?: unknown } }[];
}

function textOf({ expression: { type, value } }: WithArguments['arguments'][number]): string {
  if (type !== 'StringLiteral') throw new Error('unicodeExpression needs a text that can be read');
  return String(value);
}

/** Returns the patterns of a source file. */
function patternsIn(source: string, tsx: boolean): Written {
  const literals: RegExp[] = [];
  let built = 0;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, pattern, flags, callee } = node as Readonly<Record<string, unknown>>;
    if (type === 'RegExpLiteral') literals.push(new RegExp(String(pattern), String(flags)));
    const isCall = type === 'NewExpression' || type === 'CallExpression';
    const called = isCall ? (callee as { value?: unknown }).value : null;
    if (called === 'RegExp') built += 1;
    // These are created on demand, so they are read like literals.
    if (called === 'unicodeExpression') {
      const [text = '', marks = 'u'] = (node as WithArguments).arguments.map(textOf);
      literals.push(new RegExp(text, marks));
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx }));
  return { literals, built };
}

const BY_FILE = new Map(
  SOURCES.map((path) => [path, patternsIn(readProjectFile(path), path.endsWith('x'))]),
);

/**
 * Returns why a pattern is slow on some text: the result of the analysis, or such a text. Returns
 * null if it is not.
 */
function weaknessOf(pattern: RegExp): string | null {
  const { reports } = analyse({ source: pattern.source, flags: pattern.flags });
  const [report] = reports;
  if (report !== undefined) return `${report.type} on ${JSON.stringify(report.character.pick)}`;
  const attack = attacksOn(pattern).find((one) => isSuperLinear(pattern, one));
  return attack === undefined ? null : `attack ${JSON.stringify(attack)}`;
}

describe('the check for slow patterns', () => {
  it.each([
    ['starts at every space', /\s+$/],
    ['ends at the next start', /<[^>]*>/g],
    ['matches spaces in two parts', /^[\d\s]*(?:deg)?\s*\)$/],
    ['matches a comment as one or as two', /^(?:<!--[\s\S]*?-->\s*)*<svg/],
    ['begins with one of several words', /<\/?(?:section|p)\b[^>]*>/gi],
    [
      'has a repeated part that may contain its start',
      /(?:^|[/_-])(?:blank|1x1)(?:[_-][\w-]*|\d*)\.gif/,
    ],
    ['is exponential', /^(?:a|a)*b/],
  ])('reports a pattern that %s', (_what, pattern) => {
    expect(weaknessOf(pattern)).not.toBeNull();
  });

  it.each([
    ['starts only at the beginning of a run', /(?<!\s)\s+$/],
    ['ends at a character that could start it', /<[^<>]*>/g],
    ['is anchored', /^\s+(?:a|b)/],
  ])('accepts a pattern that %s', (_what, pattern) => {
    expect(weaknessOf(pattern)).toBeNull();
  });
});

describe('the patterns of the sources', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are read from every file', () => {
    const count = [...BY_FILE.values()].reduce((sum, { literals }) => sum + literals.length, 0);
    const inText = SOURCES.filter((path) => /\.test\(|\.exec\(/.test(readProjectFile(path)));
    expect(count).toBeGreaterThan(inText.length);
  });

  it('take a time that is proportional to the length of any text', () => {
    const checked = new Map<string, string | null>();
    const weak = [...BY_FILE].flatMap(([path, { literals }]) =>
      literals.flatMap((pattern) => {
        const key = String(pattern);
        const weakness = checked.has(key) ? checked.get(key) : weaknessOf(pattern);
        checked.set(key, weakness ?? null);
        return weakness ? [`${path}: ${key}: ${weakness}`] : [];
      }),
    );
    expect(weak).toEqual([]);
  });

  it('do so too if they are built from strings when their file is loaded', async () => {
    const weak: string[] = [];
    for (const [path, { built }] of BY_FILE) {
      // The calls state its expressions, which are read above.
      if (built === 0 || path === 'src/domain/unicode-expression.ts') continue;
      const made: RegExp[] = [];
      class Recorded extends RegExp {
        constructor(pattern: string | RegExp, flags?: string) {
          super(pattern, flags);
          made.push(this);
        }
      }
      vi.resetModules();
      vi.stubGlobal('RegExp', Recorded);
      await import(/* @vite-ignore */ `../../${path}`);
      vi.unstubAllGlobals();
      expect(made.length, path).toBeGreaterThanOrEqual(built);
      for (const pattern of made) {
        const weakness = weaknessOf(pattern);
        if (weakness !== null) weak.push(`${path}: ${pattern}: ${weakness}`);
      }
    }
    expect(weak).toEqual([]);
  });
});
