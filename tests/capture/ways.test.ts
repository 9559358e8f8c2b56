import { describe, expect, it } from 'vitest';
import { openHtml } from '../../server/extraction/reading/server-dom';
import {
  captureDocument,
  EXTRACTION_STEPS,
  type ExtractionWays,
  THRESHOLDS,
  type Thresholds,
} from '../../src/capture';
import { readMarkedPage } from '../support/marked-pages';

/** Returns the article and why it was chosen. */
function captured(name: string, ways: ExtractionWays) {
  const { html, truth } = readMarkedPage(name);
  const { document, window } = openHtml(html, truth.url);
  const outcome = captureDocument(document, { window, ways });
  if (outcome.kind !== 'captured') throw new Error(outcome.kind);
  const { article, report } = outcome.capture;
  return { html: article?.html, chosen: report.chosen };
}

const OTHER_SETTINGS: readonly (readonly [keyof Thresholds, number, page: string])[] = [
  ['bodyShare', 1.1, 'zh-wechat'],
  ['linksAround', 0, 'it-academic'],
  ['proseLine', 200, 'ar-news'],
  ['linkLine', 0.5, 'fr-paywall'],
  ['labelledLinkLine', 0, 'fr-interview'],
  ['lead', 0, 'he-news'],
  ['doubtfulLinks', 0.1, 'en-link-roundup'],
  ['doubtfulProse', 0.7, 'en-docs'],
  ['doubtfulShare', 0.1, 'cs-unlikely-names'],
];
const LEFT_OUT = [
  ['kinds', 'en-forum'],
  ['parts', 'pl-hidden-pages'],
  ['restored', 'ru-news'],
  ['lead', 'he-news'],
  ['tidy', 'fi-docs-anchors'],
  ['ending', 'vi-endings'],
] as const;

describe('the ways of finding an article', () => {
  it.each(OTHER_SETTINGS)('give another result with the threshold %s at %s', (name, at, page) => {
    const thresholds = { ...THRESHOLDS, [name]: at };
    expect(captured(page, { thresholds })).not.toEqual(captured(page, {}));
  });

  it.each(LEFT_OUT)('give another result without the step %s', (step, page) => {
    expect(captured(page, { leavesOut: [step] })).not.toEqual(captured(page, {}));
  });

  it('are tested with each threshold and each step', () => {
    expect(OTHER_SETTINGS.map(([name]) => name)).toEqual(Object.keys(THRESHOLDS));
    expect(LEFT_OUT.map(([step]) => step)).toEqual([...EXTRACTION_STEPS]);
  });
});
