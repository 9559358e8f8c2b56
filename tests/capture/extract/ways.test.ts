import { describe, expect, it } from 'vitest';
import type { CaptureOptions } from '../../../src/capture';
import { unixMs } from '../../../src/domain/time';
import { inBrowser, onServer, pageOf } from '../kinds/both-doms';

const say = (at: number) =>
  `<p>In year ${at} the keeper wrote that ${at} gulls had come to the rock, and that the lamp was dry.</p>`;
const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => say(from + at)).join('');
const PAGE = pageOf(`<nav><ul><li><a href="/">Harbours</a></li></ul></nav>
  <article onclick="harm()"><h1>The rock</h1>${some(1, 6)}
  <p><a href="/oil">Read also: The oil of the lamps</a></p>${some(10, 6)}
  <script>harm()</script><p hidden>A secret of the keeper.</p></article>
  <footer>Printed by the pilots.</footer>`);

const WAYS: readonly CaptureOptions[] = [{}, { way: 'plain' }, { way: 'whole-page' }];

describe.each([
  ['a browser', inBrowser],
  ["the server's DOM", onServer],
])('the ways of finding an article in %s', (_, captured) => {
  it('are all of our rules, Readability alone, and the whole page', () => {
    const has = WAYS.map((options) => {
      const { text } = captured(PAGE, options);
      const words = ['15 gulls', 'Read also', 'Harbours', 'Printed by'];
      return words.filter((word) => text.includes(word));
    });
    expect(has).toEqual([
      ['15 gulls'],
      ['15 gulls', 'Read also'],
      ['15 gulls', 'Read also', 'Harbours', 'Printed by'],
    ]);
  });

  it.each(WAYS)('take only what is safe and shown, with %o', (options) => {
    const { capture } = captured(PAGE, options);
    expect(capture.article?.html).not.toMatch(/harm|secret|onclick/);
    expect(capture.report.warnings).toEqual([]);
  });

  it.each(WAYS)('obey the bounds and the rules of the site, with %o', (options) => {
    const step = { tag: '', names: [{ in: 'class', value: 'harbour' } as const] };
    const rule = {
      id: 'r' as never,
      site: 'rock.example',
      action: 'remove',
      path: { steps: [step], text: '' },
      label: '',
      created: unixMs(0),
    } as const;
    const page = pageOf(
      `<article>${some(1, 9)}<p class="harbour">Ahoy.</p>${some(10, 40)}</article>`,
    );
    const limits = { elements: 30, textLength: 1e6, depth: 50, nestedText: 1e8 };
    const { capture, text } = captured(page, { ...options, siteRules: [rule], limits });
    expect(text).toContain('9 gulls');
    expect(text).not.toMatch(/Ahoy|45 gulls/);
    expect(capture.report).toMatchObject({ warnings: ['document-cut'], rules: { removed: 1 } });
    expect(capture.structure?.blocks.length).toBeGreaterThan(9);
  });

  it('keep what there is of a page without an article for Readability, and say so', () => {
    const { capture, article } = captured(pageOf('<nav></nav><p><img src="/rock.png"></p>'), {
      way: 'plain',
    });
    expect(article.querySelectorAll('img')).toHaveLength(1);
    expect(capture.report.warnings).toEqual(['readability-failed']);
  });
});
