import type { Words } from './words-of-language';

/**
 * English: `by` (bad-br-only); `updated` (en-docs); `modified` (page 5fa3154ec031 of the corpora);
 * `edited` (page 1f765c487806 of the corpora); `writer`, `editor`, `producer` (page 232a43fb15ab of
 * the corpora); `reporter`, `staff` (en-news-hashed); `correspondent` (page 1ee91d1fce65 of the
 * corpora); `contributor`, `fellow` (page 2c46804d9db4 of the corpora); `columnist` (page nytimes-1
 * of the corpora); `bureau` (page 076f4f33bf75 of the corpora); `editor-at-large` (page ef4e67b66d63
 * of the corpora).
 */
export const EN: Words = {
  by: 'by',
  changed: 'updated modified edited',
  roles:
    'writer reporter editor editor-at-large correspondent contributor columnist staff producer fellow bureau',
};
