import { describe, expect, it } from 'vitest';
import { countPhrases, losesAll, phraseMeasures } from '../../bench/extraction/chunks';
import { describeDifferences, differencesOf } from '../../bench/extraction/differences';
import { describeSpread, FOLDS, foldOf, spreadOverFolds } from '../../bench/extraction/folds';
import { textBlocks } from '../../bench/extraction/text-blocks';
import { parsePage } from '../../src/dom';

describe('the folds of the extraction benchmark', () => {
  const names = Array.from({ length: 200 }, (_, index) => `page-${index}`);

  it('have the same pages in every run, about as many each', () => {
    expect(names.slice(0, 8).map(foldOf)).toEqual([2, 3, 0, 1, 3, 4, 1, 2]);
    const sizes = Array.from(
      { length: FOLDS },
      (_, fold) => names.filter((name) => foldOf(name) === fold).length,
    );
    expect(Math.min(...sizes)).toBeGreaterThan(20);
    expect(Math.max(...sizes)).toBeLessThan(60);
  });

  it('are measured one by one', () => {
    const spread = spreadOverFolds(
      names,
      (name) => name,
      (part) => foldOf(part[0] ?? ''),
    );
    expect(spread).toEqual({ mean: 2, deviation: Math.sqrt(2.5), least: 0, greatest: 4 });
    expect(describeSpread(spread)).toBe('standard deviation 1.581, least 0, greatest 4');
  });
});

describe('the description of a bad article', () => {
  const describePage = (truth: string, html: string) => {
    const { body } = parsePage(html, 'https://garden.example/') as unknown as Document;
    return describeDifferences(differencesOf(truth, textBlocks(body)));
  };
  const TEXT = 'Ferns grow in the deep shade of old trees.';

  it('names the kinds of the texts and never quotes them', () => {
    const html = `<p>${TEXT}</p><figure><figcaption>A fern beside the brook, seen in May</figcaption></figure>
      <ul><li>Read about the mosses</li><li>Read about the lichens</li></ul>`;
    expect(
      describePage(`${TEXT}\nThey need water in summer, and somebody has to bring it.`, html),
    ).toBe(
      'not wanted: lists (2, 43 letters), captions (1, 36 letters); missing: sentences (1, 56 letters)',
    );
  });

  it('is empty for the wanted text', () => {
    expect(describePage(TEXT, `<p>${TEXT}</p>`)).toBe('');
  });
});

describe('the phrases of the extraction benchmark', () => {
  const count = (html: string, wanted: string[], unwanted: string[]) => {
    const { body } = parsePage(html, 'https://garden.example/') as unknown as Document;
    return countPhrases({ wanted, unwanted }, { title: 'Ferns', body });
  };

  it('are found in the title and the text, whatever the spaces and soft hyphens', () => {
    const html = '<p>Ferns grow in <b>deep\n shade</b>.</p><p>They need wa\u00adter.</p>';
    expect(
      count(html, ['Ferns They', 'Ferns', 'deep shade', 'need water', 'moss'], ['lichen']),
    ).toEqual({ found: 3, missing: 2, between: 0, extra: 0 });
  });

  it('count as lost between two that are there only if they are', () => {
    const html = '<p>One, three and five.</p>';
    const between = (...wanted: string[]) => count(html, wanted, []).between;
    expect(between('One', 'two', 'three', 'four', 'five', 'six')).toBe(2);
    expect(between('zero', 'One', 'six')).toBe(0);
    expect(between('six', 'seven')).toBe(0);
  });

  it('are found without the readings above Japanese words', () => {
    const html = '<p><ruby>\u5b50<rt>\u3053</rt></ruby>\u3069\u3082</p>';
    expect(count(html, ['\u5b50\u3069\u3082'], []).found).toBe(1);
  });

  it('are summed over pages', () => {
    const one = { found: 3, missing: 1, between: 0, extra: 0 };
    const other = { found: 0, missing: 2, between: 0, extra: 1 };
    expect(phraseMeasures([one, other])).toEqual({ precision: 0.75, recall: 0.5, F1: 0.6 });
    expect([one, other].map(losesAll)).toEqual([false, true]);
  });
});
