import { describe, expect, it } from 'vitest';
import { readMetadata } from '../../../src/capture/metadata/read-metadata';
import { dateInLine } from '../../../src/capture/metadata/visible-date';
import { isRole, WORDS_BY_LANGUAGE } from '../../../src/capture/metadata/words';
import { MONTH_LANGUAGES } from '../../../src/domain/month-names';
import { markedPageNames, readMarkedPage } from '../../support/marked-pages';
import { readProjectFile } from '../../support/project';

const LISTS = Object.entries(WORDS_BY_LANGUAGE);

function authorsOf(byline: string, lang: string): readonly string[] {
  const html = `<html lang="${lang}"><head><title>Ferns in shade</title></head><body>
    <main><h1>Ferns in shade</h1><p>${byline}</p></main></body></html>`;
  const document = new DOMParser().parseFromString(html, 'text/html');
  return readMetadata(document, 'https://garden.example/ferns').metadata.authors;
}

describe('the words beside names and dates', () => {
  it.each(LISTS)('in %s: each word before a name makes a byline', (lang, { by }) => {
    for (const word of by) expect(authorsOf(`${word}: Ann Lee`, lang), word).toEqual(['Ann Lee']);
  });

  it.each(LISTS)(
    'in %s: a date after each word of a change or an end is not that of the page',
    (lang, { changed, due = [] }) => {
      expect(dateInLine('2024-05-03', lang)).toBe('2024-05-03');
      for (const word of [...changed, ...due])
        expect(dateInLine(`${word}: 2024-05-03`, lang), word).toBeNull();
    },
  );

  it.each(LISTS)('in %s: each role is not a name', (_lang, { roles }) => {
    for (const word of roles) expect(isRole(word), word).toBe(true);
  });

  it('are there for the languages whose months are known', () => {
    expect(Object.keys(WORDS_BY_LANGUAGE)).toEqual(MONTH_LANGUAGES);
  });

  it('are told from other words', () => {
    expect(authorsOf('Fern: Ann Lee', 'en')).toEqual([]);
    expect(dateInLine('Fern: 2024-05-03', 'en')).toBe('2024-05-03');
    expect(isRole('fern')).toBe(false);
  });

  it.each(LISTS)(
    'in %s: each word has a source, and a page of ours that is one has the word',
    (lang, words) => {
      const rows = readProjectFile('docs/decisions/words.md').split('\n');
      const source = rows.find((row) => row.includes(`(\`${lang}\`) |`))?.split(' | ')[1] ?? '';
      const pages = new Set(markedPageNames());
      const all = Object.values(words).flat();
      const named = [...source.matchAll(/((?:`[^`]+`(?:, )?)+) \(([^)]+)\)/g)];
      const listed = [...source.matchAll(/`([^`]+)`/g)].map(([, word]) => word);
      expect(new Set(listed)).toEqual(new Set(all));
      // Each word stands before the name of a source.
      expect(named.flatMap(([, list = '']) => list.match(/`[^`]+`/g) ?? [])).toHaveLength(
        listed.length,
      );
      for (const [, list = '', page = ''] of named) {
        if (!/^[a-z]{2,3}-[a-z-]+$/.test(page)) continue;
        expect(pages).toContain(page);
        const text = readMarkedPage(page).html.toLowerCase();
        for (const [, word = ''] of list.matchAll(/`([^`]+)`/g)) expect(text, page).toContain(word);
      }
    },
  );
});
