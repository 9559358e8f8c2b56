// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outputFolder, TARGETS } from './output';

const META = 'meta[http-equiv="Content-Security-Policy"]';

/** Parses the page as a browser does. */
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');

/** Returns the sources of each directive. */
const directivesOf = (policy: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    policy.split(/;\s*/).map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

describe.each(TARGETS)('%s', (target) => {
  const folder = outputFolder(target);
  const pages = globSync('*.html', { cwd: folder });

  it('has its pages, and in Chromium the document that nobody sees', () => {
    expect(pages.sort()).toEqual([
      'highlight-frame.html',
      'library.html',
      ...(target === 'chrome-mv3' ? ['offscreen.html'] : []),
      'options.html',
      'popup.html',
      'sidepanel.html',
      'welcome.html',
    ]);
  });

  it.each(pages)('lets %s access only files of the package', (page) => {
    const document = parse(readFileSync(join(folder, page), 'utf8'));
    const policies = [...document.querySelectorAll(META)];
    expect(policies).toHaveLength(1);
    expect(directivesOf(policies[0]?.getAttribute('content') ?? '')).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' blob: data:",
      'font-src': "'self'",
      'media-src': 'blob:',
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
    });
  });

  it.each(pages)('states the policy in %s before anything is loaded', (page) => {
    const document = parse(readFileSync(join(folder, page), 'utf8'));
    // A policy in a page applies only to what follows it.
    const [first] = document.querySelectorAll(`${META}, script, link`);
    expect(first?.matches(META)).toBe(true);
  });
});
