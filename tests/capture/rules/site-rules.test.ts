import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitiseArticle } from '../../../src/capture';
import { meantPlace } from '../../../src/capture/rules/meant-block';
import { choosePath } from '../../../src/domain/site-rules/choose-path';
import type {
  BlockPath,
  RuleAction,
  SiteRule,
  SiteRuleId,
} from '../../../src/domain/site-rules/site-rule';
import { unixMs } from '../../../src/domain/time';
import { captured, documentOf, PAGE_ORIGIN } from '../../support/article-pages';

const WORDS = 'fern moss river stone winter garden lamp evening window harbour'.split(' ');

/** A paragraph of an article; the number makes it another one. */
const paragraph = (number: number): string =>
  `<p class="text">${Array.from({ length: 24 }, (_, at) => WORDS[(number * 7 + at * (number + 3)) % WORDS.length]).join(' ')}, and so it was in year ${number}.</p>`;

const pageOf = (boxes: readonly string[], first: number): string => {
  const parts = Array.from({ length: 8 }, (_, at) => paragraph(first + at));
  const inserted = parts.flatMap((part, at) => [part, boxes[at - 2] ?? '']);
  return `<!doctype html><html lang="en"><head><title>Page ${first}</title></head><body>
    <nav class="site-nav"><a href="/">Home</a> <a href="/news">News</a></nav>
    <main class="site-main"><article class="story post-${first}"><h1>Page ${first}</h1>
    <div class="story-body">${inserted.join('\n')}</div></article></main>
    <footer class="site-footer">All rights reserved, since always and for ever.</footer></body></html>`;
};

const ruleFor = (path: BlockPath, action: RuleAction = 'remove'): SiteRule => ({
  id: `r-${action}` as SiteRuleId,
  site: 'pages.example',
  action,
  path,
  label: '',
  created: unixMs(1),
});

const capture = (html: string, siteRules: readonly SiteRule[] = []) =>
  captured(documentOf(html), { siteRules }).capture;

/** The path that *Remove this* takes for the block of an article with these words. */
function pathOf(html: string, words: string): BlockPath | null {
  const { article, structure } = capture(html);
  const root = sanitiseArticle(article!.html);
  const block = [...root.querySelectorAll('*')]
    .filter((element) => element.textContent?.includes(words))
    .at(-1);
  return meantPlace(root, block!, structure!).path;
}

const BOX =
  '<div class="pitch css-1q2w3e"><p>Our garden letter comes each Sunday, with a long list of things to do.</p></div>';

describe('a rule that removes a block', () => {
  it('names the box of the block, without positions and generated names', () => {
    expect(pathOf(pageOf([BOX], 1), 'garden letter')).toEqual({
      steps: [{ tag: '', names: [{ in: 'class', value: 'pitch' }] }],
      text: '',
    });
  });

  it('removes it from another page of the site and reports it', () => {
    const path = pathOf(pageOf([BOX], 1), 'garden letter')!;
    const { article, report, structure } = capture(pageOf([BOX], 40), [ruleFor(path)]);
    expect(article?.html).not.toContain('garden letter');
    expect(article?.html).toContain('in year 41');
    expect(report.rules).toEqual({ removed: 1, kept: 0, refused: 0 });
    expect(structure?.removed.find(({ html }) => html.includes('garden letter'))).toMatchObject({
      by: 'rule',
      rule: 'r-remove',
    });
  });

  it('is refused if it would remove more than half of the page', () => {
    const path: BlockPath = {
      steps: [{ tag: '', names: [{ in: 'class', value: 'text' }] }],
      text: '',
    };
    const page = pageOf([BOX], 3);
    const { article, report } = capture(page, [ruleFor(path)]);
    expect(article?.html).toBe(capture(page).article?.html);
    expect(report.rules).toEqual({ removed: 0, kept: 0, refused: 1 });
  });

  it('is refused if it would remove more than half of the page together with other rules', () => {
    const page = [4, 5, 6].reduce(
      (html, year) => html.replace(paragraph(year), paragraph(year).replace('text', 'late')),
      [1, 2, 3].reduce(
        (html, year) => html.replace(paragraph(year), paragraph(year).replace('text', 'early')),
        pageOf([], 1),
      ),
    );
    const rules = ['early', 'late'].map((value) =>
      ruleFor({ steps: [{ tag: '', names: [{ in: 'class', value }] }], text: '' }),
    );
    const { article, report } = capture(page, rules);
    expect(report.rules).toEqual({ removed: 3, kept: 0, refused: 1 });
    expect(article?.html).not.toContain('in year 3.');
    expect(article?.html).toContain('in year 4.');
  });

  it('cannot be made from a plain paragraph, which is like the others', () => {
    expect(pathOf(pageOf([BOX], 1), 'in year 4.')).toBeNull();
  });

  it('knows a line without names by its words', () => {
    const line = '<p>Read this page in our app.</p>';
    const path = pathOf(pageOf([line], 1).replaceAll(' class="text"', ''), 'in our app')!;
    expect(path).toEqual({ steps: [{ tag: 'p', names: [] }], text: 'Read this page in our app.' });
    const { article } = capture(pageOf([line], 20), [ruleFor(path)]);
    expect(article?.html).not.toContain('in our app');
  });

  it('knows a short block by its words when its source has other white space', () => {
    const lines = (space: string) =>
      `<blockquote>${space}<p>App</p>${space}<p>Get it</p>${space}</blockquote>`;
    const page = pageOf([lines(''), '<blockquote><p>Another.</p></blockquote>'], 1);
    const path: BlockPath = { steps: [{ tag: 'blockquote', names: [] }], text: 'App Get it' };
    expect(pathOf(page, 'AppGet it')).toEqual(path);
    for (const space of ['', `\n${' '.repeat(60)}`]) {
      const { article, report } = capture(pageOf([lines(space)], 20), [ruleFor(path)]);
      expect(article?.html).not.toContain('Get it');
      expect(report.rules).toEqual({ removed: 1, kept: 0, refused: 0 });
    }
  });

  it('still removes an aside that a repair has protected', () => {
    const note = `<aside class="callout partner-note"><p>A note of our partner about lamps, which nobody has asked for.</p></aside>`;
    const path: BlockPath = {
      steps: [{ tag: '', names: [{ in: 'class', value: 'partner-note' }] }],
      text: '',
    };
    expect(capture(pageOf([note], 1)).article?.html).toContain('our partner');
    expect(capture(pageOf([note], 1), [ruleFor(path)]).article?.html).not.toContain('our partner');
  });
});

describe('a rule that keeps a block', () => {
  const EXTRA =
    '<div class="related-links share-box"><p>How to mend it: <a href="/tools">tools</a>, <a href="/oil">oil</a> and patience.</p></div>';

  it('puts it back at its place in another page, from the list of removed parts', () => {
    const first = capture(pageOf([EXTRA], 1));
    const part = first.structure?.removed.find(({ html }) => html.includes('How to mend'));
    expect(first.article?.html).not.toContain('How to mend');
    expect(part).toMatchObject({ by: 'page', rule: null });
    const path = choosePath(first.structure!, { nodes: [part!.node], text: '' })!;
    const { article, report } = capture(pageOf([EXTRA], 30), [ruleFor(path, 'keep')]);
    expect(article?.html).toMatch(/in year 32\..*How to mend it.*in year 33\./s);
    expect(article?.html).toContain(`href="${PAGE_ORIGIN}/tools"`);
    expect(report.rules).toEqual({ removed: 0, kept: 1, refused: 0 });
  });

  it('does not add a block that is longer than the article', () => {
    const links = Array.from(
      { length: 70 },
      (_, at) => `<a href="/${at}">What to do in week ${at} of the year</a>`,
    );
    const page = pageOf([`<div class="related-links">${links.join(' ')}</div>`], 1);
    const path: BlockPath = {
      steps: [{ tag: '', names: [{ in: 'class', value: 'related-links' }] }],
      text: '',
    };
    const { article, report } = capture(page, [ruleFor(path, 'keep')]);
    expect(article?.html).not.toContain('in week 3 ');
    expect(report.rules).toBeUndefined();
  });

  it('does nothing where the article has the block', () => {
    const path: BlockPath = {
      steps: [{ tag: '', names: [{ in: 'class', value: 'pitch' }] }],
      text: '',
    };
    const page = pageOf([BOX], 3);
    const { article, report } = capture(page, [ruleFor(path, 'keep')]);
    expect(article?.html).toBe(capture(page).article?.html);
    expect(report.rules).toBeUndefined();
  });
});

describe('the path of a block', () => {
  const name = fc.constantFrom(
    'promo',
    'app-hint',
    'infobox',
    'pitch',
    'aside-card',
    'editor-note',
  );
  const tag = fc.constantFrom('div', 'section', 'p', 'blockquote', 'ul');
  const box = fc.record({
    name,
    tag,
    isWrapped: fc.boolean(),
    extra: fc.constantFrom('', ' wide', ' c4f9'),
  });
  const markup = (
    {
      name: called,
      tag: element,
      isWrapped,
      extra,
    }: { name: string; tag: string; isWrapped: boolean; extra: string },
    at: number,
    page: number,
  ): string => {
    const words = `Box ${at} of page ${page} tells about something else, which not everybody wants to read.`;
    const inner = element === 'ul' ? `<li>${words}</li>` : words;
    const made = `<${element} class="${called}${extra}">${inner}</${element}>`;
    return isWrapped ? `<div class="wrap-${called}">${made}</div>` : made;
  };

  it('leads to the same block in its page and in another page of the template, and to no text of the article', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(box, { minLength: 1, maxLength: 4, selector: (each) => each.name }),
        fc.nat({ max: 3 }),
        (boxes, chosen) => {
          const at = chosen % boxes.length;
          const pages = [1, 60].map((first) =>
            pageOf(
              boxes.map((each, number) => markup(each, number, first)),
              first,
            ),
          );
          const [own, other] = pages as [string, string];
          const path = pathOf(own, `Box ${at} of page 1 `);
          expect(path).not.toBeNull();
          for (const [page, first] of [
            [own, 1],
            [other, 60],
          ] as const) {
            const plain = capture(page).article!;
            const { article, report } = capture(page, [ruleFor(path!)]);
            expect(report.rules).toEqual({ removed: 1, kept: 0, refused: 0 });
            expect(article?.html).not.toContain(`Box ${at} of page`);
            for (let year = first; year < first + 8; year += 1) {
              expect(article?.html).toContain(`in year ${year}.`);
            }
            expect(article?.textLength).toBeGreaterThan(plain.textLength / 2);
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});
