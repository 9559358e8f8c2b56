import { describe, expect, it } from 'vitest';
import { openHtml } from '../../../server/extraction/reading/server-dom';
import { captureDocument } from '../../../src/capture';
import { languageOfArticle } from '../../../src/capture/metadata/language';

const TEXTS = {
  arabic: 'تنمو السراخس في الظل وتحتاج إلى الماء في الصيف',
  hebrew: 'שרכים גדלים בצל וזקוקים למים רבים בקיץ החם',
  russian: 'Папоротники растут в тени и летом требуют воды',
  japanese: 'シダは日陰で育ち、夏には水をたくさん必要とします。',
  chinese: '蕨类植物生长在阴凉处，夏天需要大量的水才能长得好看。',
  korean: '고사리는 그늘에서 자라며 여름에는 물이 많이 필요합니다',
  thai: 'เฟิร์นเติบโตในร่มเงาและต้องการน้ำมากในฤดูร้อน',
  english: 'Ferns grow in the shade and need water in summer',
};

describe('the language of an article', () => {
  it.each([
    ['arabic', 'en', 'ltr', 'ar', 'rtl'],
    ['arabic', 'fa', 'rtl', 'fa', 'rtl'],
    ['arabic', '', null, 'ar', 'rtl'],
    ['hebrew', 'en-US', null, 'he', 'rtl'],
    ['russian', 'uk', 'ltr', 'uk', 'ltr'],
    ['russian', 'de', 'ltr', 'ru', 'ltr'],
    ['japanese', 'en', 'ltr', 'ja', 'ltr'],
    ['chinese', 'zh-TW', 'ltr', 'zh-TW', 'ltr'],
    ['chinese', '', null, 'zh', 'ltr'],
    ['chinese', 'ja', 'ltr', 'ja', 'ltr'],
    ['korean', 'en', 'ltr', 'ko', 'ltr'],
    ['thai', 'en', 'ltr', 'th', 'ltr'],
    ['english', 'ar', 'rtl', '', 'ltr'],
    ['english', 'de', 'ltr', 'de', 'ltr'],
    ['english', '', 'rtl', '', 'rtl'],
    ['english', 'x-invalid-tag-that-is-long', 'ltr', '', 'ltr'],
  ] as const)('in %s on a page in "%s", %s, is "%s"', (text, lang, textDirection, ...expected) => {
    const found = languageOfArticle(TEXTS[text], { lang, textDirection });
    expect([found.lang, found.textDirection]).toEqual(expected);
  });

  it('stays that of the page for a mixed text', () => {
    const declared = { lang: 'ja', textDirection: 'ltr' } as const;
    const text = `${TEXTS.english} ${TEXTS.english} ${TEXTS.japanese}`;
    expect(languageOfArticle(text, declared)).toEqual(declared);
    const arabic = { lang: 'ar', textDirection: 'rtl' } as const;
    expect(languageOfArticle(`${TEXTS.arabic} ${TEXTS.english}`, arabic)).toEqual(arabic);
  });

  it('stays that of the page for a name', () => {
    const declared = { lang: 'en', textDirection: 'ltr' } as const;
    expect(languageOfArticle('محمد', declared)).toEqual(declared);
  });

  it('is stored with a captured page, with its source', () => {
    const paragraph = `<p>${`${TEXTS.arabic}. `.repeat(12)}</p>`;
    const { document, window } = openHtml(
      `<html lang="en" dir="ltr"><title>Ferns</title><article>${paragraph.repeat(4)}</article>`,
      'https://garden.example/ferns',
    );
    const sanitise = () => document.createDocumentFragment();
    const outcome = captureDocument(document, { window, sanitise });
    if (outcome.kind !== 'captured') throw new Error(outcome.reason);
    expect(outcome.capture.metadata).toMatchObject({ lang: 'ar', textDirection: 'rtl' });
    expect(outcome.capture.report.origins?.lang).toBe('visible');
  });
});
