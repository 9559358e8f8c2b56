import { describe, expect, it } from 'vitest';
import { type Candidate, candidatesOf, choosePages } from '../../bench/extraction/chosen-pages';

function candidate(name: string, facts: Partial<Candidate> = {}): Candidate {
  const page = { name, url: 'https://garden.example/', html: '', truth: null, expected: null };
  return { page, collection: 'a', site: name, language: 'en', kind: 'article', ...facts };
}

const namesOf = (chosen: readonly Candidate[]) => chosen.map(({ page }) => page.name);

describe('the pages of which pictures are taken', () => {
  it('are the same in every run, whatever the order of the pages', () => {
    const candidates = Array.from({ length: 40 }, (_, index) => candidate(`page-${index}`));
    const chosen = namesOf(choosePages(candidates, 20));
    expect(new Set(chosen).size).toBe(20);
    expect(namesOf(choosePages(candidates.toReversed(), 20))).toEqual(chosen);
  });

  it('are from each collection in turn, also when one has no more', () => {
    const candidates = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => candidate(name)),
      candidate('b1', { collection: 'b' }),
    ];
    const chosen = choosePages(candidates, 4).map(({ collection }) => collection);
    expect(chosen).toEqual(['a', 'b', 'a', 'a']);
  });

  it.each([
    ['sites', 'site'],
    ['kinds', 'kind'],
    ['languages', 'language'],
  ] as const)('are of different %s first', (_, fact) => {
    const same = { site: 'one', kind: 'article', language: 'en' };
    const usual = Array.from({ length: 9 }, (_, index) => candidate(`usual-${index}`, same));
    const rare = candidate('rare', { ...same, [fact]: 'other' });
    expect(namesOf(choosePages([...usual, rare], 2))).toContain('rare');
  });

  it('may be own pages with an article', () => {
    const own = candidatesOf([]);
    expect(namesOf(own)).toContain('de-news');
    expect(namesOf(own)).not.toContain('en-front-page');
    expect(own.find(({ page }) => page.name === 'he-news')?.language).toBe('he');
  });

  it('have a text to read', () => {
    const script = `<script>${'grow(); '.repeat(200)}</script><p>Test</p>`;
    const page = { name: 'fixture', url: 'http://page.example/', truth: null, expected: null };
    expect(namesOf(candidatesOf([{ ...page, html: script }]))).not.toContain('fixture');
  });

  it('have the site and the language that they declare', () => {
    const text = `<p>${'Ferns grow in shade. '.repeat(60)}</p>`;
    const page = { name: 'one-2', html: `<html class="x" lang="pt-BR">${text}`, expected: null };
    const [marked, other] = candidatesOf([
      { ...page, url: 'https://pond.example/a', truth: 'Text' },
      { ...page, url: 'http://page.example/article.html', truth: null },
    ]);
    expect(marked).toMatchObject({ collection: 'articles', site: 'pond.example', language: 'pt' });
    expect(other).toMatchObject({ collection: 'readability', site: 'one', language: 'pt' });
  });
});
