import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectFiles, readProjectFile } from '../support/project';

const keys = Object.keys(parse(readProjectFile('locales/en.yml')) as Record<string, string>);
const sources = projectFiles(['{src,entrypoints}/**/*.{ts,tsx,html}', '*.config.ts']);

/** Attributes whose text a person reads or hears. */
const SPOKEN = new Set(['title', 'alt', 'placeholder', 'label', 'name', 'hint']);
const isSpoken = (name: string) => SPOKEN.has(name) || /^aria-(label|description)$/.test(name);
const hasWords = (text: string) => /\p{L}/u.test(text);

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly name?: { readonly value?: string };
}

/** Words that stand in the markup of a component, in its elements or in attributes that are read. */
function wordsIn(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, value, name } = node as Node;
    if (type === 'JSXText' && typeof value === 'string' && hasWords(value))
      found.push(value.trim());
    if (type === 'JSXAttribute' && isSpoken(name?.value ?? '')) {
      const text = (value as Node | null)?.type === 'StringLiteral' ? (value as Node).value : '';
      if (typeof text === 'string' && hasWords(text)) found.push(`${name?.value}="${text}"`);
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: true }));
  return found;
}

describe('the catalogue', () => {
  it('has no message that nobody shows', () => {
    const text = sources.map(readProjectFile).join('\n');
    const unused = keys.filter((key) => {
      const name = key.replace(/_(one|other)$/, '');
      return !text.includes(`'${name}'`) && !text.includes(`__MSG_${name}__`);
    });
    expect(unused).toEqual([]);
  });

  it('has every word that components show', () => {
    const found = projectFiles(['src/**/*.tsx']).flatMap((path) =>
      wordsIn(readProjectFile(path)).map((words) => `${path}: ${words}`),
    );
    expect(found).toEqual([]);
  });

  it('has every word that the pages of the server show', () => {
    const words = readProjectFile('server/pages/words.ts');
    const sentences = [...words.matchAll(/^ {2}(\w+):/gm)].map(([, key = '']) => key);
    const shown = projectFiles(['server/**/*.{ts,tsx}']).map(readProjectFile).join('\n');
    expect(sentences.length).toBeGreaterThan(50);
    expect(sentences.filter((key) => !new RegExp(`['"]${key}['"]`).test(shown))).toEqual([]);
    const found = projectFiles(['server/**/*.tsx']).flatMap((path) =>
      wordsIn(readProjectFile(path))
        // In a form it is what the server reads.
        .filter((text) => !text.startsWith('name='))
        .map((text) => `${path}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('is read by pages through one door', () => {
    const pages = sources.filter((path) => /^src\/ui\/|^entrypoints\//.test(path));
    const importers = pages.filter((path) => readProjectFile(path).includes("'#i18n'"));
    expect(importers).toEqual(['src/ui/strings.ts']);
  });

  it.each([
    ['<p>Hello</p>', ['Hello']],
    ['<p>{count} saved</p>', ['saved']],
    ['<input placeholder="Search" class="field" />', ['placeholder="Search"']],
    ['<p title={t("x")}>· {t("y")}</p>', []],
  ])('finds the words in %s', (markup, words) => {
    expect(wordsIn(`export const x = ${markup};`)).toEqual(words);
  });
});
