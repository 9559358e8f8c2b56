import { describe, expect, it } from 'vitest';
import { errorTypeFor, namesType, readCredential } from '../../src/contract/index';

describe('errorTypeFor', () => {
  it.each([
    [null, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['text/html, application/json;q=0.1', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['text/plain', 'text/plain'],
    ['text/plain, text/html;q=0.5', 'text/plain'],
    ['text/html;q=0, */*', 'application/json'],
    ['image/png', 'application/json'],
    [';;,q=,', 'application/json'],
  ])('chooses for %j the type %s', (accept, type) => {
    expect(errorTypeFor(accept)).toBe(type);
  });
});

describe('namesType', () => {
  it('requires the type itself and ignores wildcards', () => {
    expect(namesType('text/html, Application/Zip;q=0.5', 'application/zip')).toBe(true);
    expect(namesType('*/*', 'application/zip')).toBe(false);
    expect(namesType('application/zip;q=0', 'application/zip')).toBe(false);
    expect(namesType(undefined, 'application/zip')).toBe(false);
  });
});

describe('readCredential', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer  abc ', 'abc'],
    [`Basic ${btoa('anybody:abc:d')}`, 'abc:d'],
    [`basic ${btoa(':abc')}`, 'abc'],
  ])('reads %j as %s', (header, token) => {
    expect(readCredential(header)).toBe(token);
  });

  it.each([
    null,
    '',
    'Bearer',
    'Bearer a b',
    'Digest abc',
    'Basic !!!',
    `Basic ${btoa('abc')}`,
    `Basic ${btoa('a:')}`,
  ])('finds no credential in %j', (header) => {
    expect(readCredential(header)).toBeNull();
  });
});
