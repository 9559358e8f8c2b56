import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectFile } from '../support/project';
import { outputFolder, TARGETS, type Target } from './output';

/**
 * Returns the permissions in the first column of a table in docs/decisions/permissions.md that the
 * target has.
 */
function decided(heading: string, target: Target): string[] {
  const section = readProjectFile('docs/decisions/permissions.md')
    .split(/^## /m)
    .find((part) => part.startsWith(heading));
  if (!section) throw new Error(`No "${heading}" in docs/decisions/permissions.md`);
  const rows = [...section.matchAll(/^\| `([^`]+)`.*$/gm)];
  return rows
    .filter(([row]) => target === 'chrome-mv3' || !row.includes('Chromium only'))
    .map(([, permission]) => permission ?? '')
    .sort();
}

describe.each(TARGETS)('the manifest of %s', (target) => {
  const manifest = JSON.parse(readFileSync(join(outputFolder(target), 'manifest.json'), 'utf8'));

  it('requests exactly the documented permissions at install time', () => {
    expect(manifest.permissions.toSorted()).toEqual(decided('At install', target));
    expect(manifest.host_permissions).toBeUndefined();
  });

  it('may request exactly the documented permissions later', () => {
    const optional = [
      ...(manifest.optional_permissions ?? []),
      ...(manifest.optional_host_permissions ?? []),
    ];
    expect(optional.sort()).toEqual(decided('On request', target));
  });

  it('puts no script into pages without a request, and shows them the page for notes only', () => {
    expect(manifest.content_scripts).toBeUndefined();
    expect(manifest.web_accessible_resources).toEqual([
      {
        resources: ['highlight-frame.html'],
        matches: ['*://*/*'],
        ...(target === 'chrome-mv3' && { use_dynamic_url: true }),
      },
    ]);
    expect(manifest.externally_connectable).toBeUndefined();
  });

  it('lets its pages run and load only files of the package', () => {
    const policy: string = manifest.content_security_policy.extension_pages;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe-|\*/);
  });
});
