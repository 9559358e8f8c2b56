import { describe, expect, it } from 'vitest';
import { isPermitted, parseRobots } from '../../../src/extension/get-articles/robots';

const permits = (text: string, path: string) =>
  isPermitted(parseRobots(text), `https://site.example${path}`);

describe('the rules of a robots.txt', () => {
  it('are those for all programs, also in a group with others', () => {
    const text = 'User-agent: a\nDisallow: /a\n\nUser-agent: b\nUser-agent: *\nDisallow: /b # so\n';
    expect(permits(text, '/a')).toBe(true);
    expect(permits(text, '/b/c')).toBe(false);
  });

  it.each([
    ['Disallow:', '/a', true],
    ['Disallow: /', '/a', false],
    ['Disallow: /\nAllow: /a', '/a/b', true],
    ['Allow: /a\nDisallow: /a', '/a', true],
    ['Disallow: /*.php$', '/x.php', false],
    ['Disallow: /*.php$', '/x.php5', true],
    ['Disallow: /a*z', '/abcz/d', false],
    ['Disallow: /a$', '/a', false],
    ['Disallow: /a$', '/ab', true],
    ['DISALLOW: /A', '/A?b', false],
  ])('with %s let programs read %s: %s', (rules, path, isAllowed) => {
    expect(permits(`User-agent: *\n${rules}`, path)).toBe(isAllowed);
  });

  it('may ask for a pause, within a limit', () => {
    const delayOf = (value: string) => parseRobots(`User-agent: *\nCrawl-delay: ${value}`).delayMs;
    expect([delayOf('5'), delayOf('9999'), delayOf('x'), delayOf('-1')]).toEqual([
      5000, 30_000, 0, 0,
    ]);
  });

  it('all count, however many there are', () => {
    const many = `User-agent: *\n${'Disallow: /x\n'.repeat(5000)}Disallow: /private\n`;
    expect(permits(many, '/private/a')).toBe(false);
  });

  it('are compared in a time that is proportional to their length', () => {
    const many = `User-agent: *\n${`Disallow: /${'*a'.repeat(140)}b\n`.repeat(1800)}`;
    expect(permits(many, `/${'a'.repeat(5000)}`)).toBe(true);
  });
});
