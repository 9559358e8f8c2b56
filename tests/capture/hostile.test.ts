import { describe, expect, it } from 'vitest';
import { captured, documentOf } from '../support/article-pages';
import { dangersIn } from '../support/dangers';
import { HOSTILE_DOCUMENTS } from '../support/hostile-pages';

describe('a hostile page', () => {
  it.each(HOSTILE_DOCUMENTS)('keeps only the text of a page with $is', (hostile) => {
    const document = documentOf('<!doctype html><html><head></head><body></body></html>');
    hostile.build(document);
    const { text, article } = captured(document);
    expect(text).toContain(hostile.keeps);
    expect(dangersIn(article)).toEqual([]);
  });

  it('resolves addresses against the page when its base is invalid', () => {
    const based = HOSTILE_DOCUMENTS.find(({ is }) => is.startsWith('based'));
    const document = documentOf('<html><head></head><body></body></html>');
    based?.build(document);
    const { article } = captured(document);
    expect(article.querySelector('a')?.getAttribute('href')).toBe(`${location.origin}/next`);
    expect(article.querySelector('img')?.getAttribute('src')).toBe(`${location.origin}/leaf.png`);
  });
});
