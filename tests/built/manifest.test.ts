import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectFile } from '../support/project';
import { outputFolder, TARGETS } from './output';

/** The permissions of the table in docs/decisions/permissions.md: first column, in backticks. */
function decided(heading: string): string[] {
  const section = readProjectFile('docs/decisions/permissions.md')
    .split(/^## /m)
    .find((part) => part.startsWith(heading));
  if (!section) throw new Error(`No "${heading}" in docs/decisions/permissions.md`);
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, permission]) => permission ?? '').sort();
}

describe.each(TARGETS)('the manifest of %s', (target) => {
  const manifest = JSON.parse(readFileSync(join(outputFolder(target), 'manifest.json'), 'utf8'));

  it('asks at install for exactly what was decided', () => {
    expect(manifest.permissions.toSorted()).toEqual(decided('At install'));
    expect(manifest.host_permissions).toBeUndefined();
  });

  it('may ask later for exactly what was decided', () => {
    const optional = [
      ...(manifest.optional_permissions ?? []),
      ...(manifest.optional_host_permissions ?? []),
    ];
    expect(optional.sort()).toEqual(decided('When asked for'));
  });

  it('puts no script into pages that were not asked for', () => {
    expect(manifest.content_scripts).toBeUndefined();
    expect(manifest.web_accessible_resources).toBeUndefined();
    expect(manifest.externally_connectable).toBeUndefined();
  });

  it('lets its pages run and load only what is in the package', () => {
    const policy: string = manifest.content_security_policy.extension_pages;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/unsafe-|\*/);
  });
});
