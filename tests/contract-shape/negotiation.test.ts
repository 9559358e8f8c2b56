import { describe, expect, it } from 'vitest';
import { errorTypeFor, namesType, readCredential } from '../../src/contract';

describe('a refusal', () => {
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
  ])('for %j is sent as %s', (accept, type) => {
    expect(errorTypeFor(accept)).toBe(type);
  });
});

describe('a media type', () => {
  it('is named by itself, not by a wildcard', () => {
    expect(namesType('text/html, Application/Zip;q=0.5', 'application/zip')).toBe(true);
    expect(namesType('*/*', 'application/zip')).toBe(false);
    expect(namesType('application/zip;q=0', 'application/zip')).toBe(false);
    expect(namesType(undefined, 'application/zip')).toBe(false);
  });
});

describe('a credential', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer  abc ', 'abc'],
    [`Basic ${btoa('anybody:abc:d')}`, 'abc:d'],
    [`basic ${btoa(':abc')}`, 'abc'],
  ])('in %j is %s', (header, token) => {
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
  ])('is not in %j', (header) => {
    expect(readCredential(header)).toBeNull();
  });
});
