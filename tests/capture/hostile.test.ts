import { describe, expect, it } from 'vitest';
import { captured, documentOf } from '../support/article-pages';
import { dangersIn } from '../support/dangers';
import { HOSTILE_DOCUMENTS } from '../support/hostile-pages';

describe('a hostile page', () => {
  it.each(HOSTILE_DOCUMENTS)('with $is keeps its text, and nothing else of it', (hostile) => {
    const document = documentOf('<!doctype html><html><head></head><body></body></html>');
    hostile.build(document);
    const { text, article } = captured(document);
    expect(text).toContain(hostile.keeps);
    expect(dangersIn(article)).toEqual([]);
  });

  it('resolves addresses against itself when its base is nonsense', () => {
    const based = HOSTILE_DOCUMENTS.find(({ is }) => is.startsWith('based'));
    const document = documentOf('<html><head></head><body></body></html>');
    based?.build(document);
    const { article } = captured(document);
    expect(article.querySelector('a')?.getAttribute('href')).toBe(`${location.origin}/next`);
    expect(article.querySelector('img')?.getAttribute('src')).toBe(`${location.origin}/leaf.png`);
  });
});
