import { describe, expect, it, vi } from 'vitest';
import {
  SITE_RULE_LIMITS,
  type SiteRule,
  type SiteRuleId,
} from '../../../src/domain/site-rules/site-rule';
import { unixMs } from '../../../src/domain/time';
import { siteRuleRepository } from '../../../src/library';
import { addRules } from '../../../src/library/site-rules/site-rules';
import { lastChange, testLibrary, undo, value } from '../library';

const rule = (name: string, parts: Partial<SiteRule> = {}): SiteRule => ({
  id: `r-${name}` as SiteRuleId,
  site: 'example.org',
  action: 'remove',
  path: { steps: [{ tag: '', names: [{ in: 'class', value: name }] }], text: '' },
  label: name,
  created: unixMs(1),
  ...parts,
});

async function withRules(rules: readonly SiteRule[]) {
  const test = await testLibrary();
  const added = await addRules(test.tables, rules);
  return { ...test, added, repository: test.library.part(siteRuleRepository) };
}

describe('the rules of sites', () => {
  it('are listed by site, oldest first', async () => {
    const other = rule('a', { site: 'a.example', created: unixMs(9) });
    const late = rule('b', { created: unixMs(5) });
    const { repository } = await withRules([late, rule('c'), other]);
    const listener = vi.fn();
    repository.watchAll(listener);
    await vi.waitFor(() => expect(listener).toHaveBeenCalledWith([other, rule('c'), late]));
    expect(await repository.ofSite('example.org')).toEqual([rule('c'), late]);
    expect(await repository.sites()).toEqual(['a.example', 'example.org']);
  });

  it('has each rule once, under any id', async () => {
    const { added, repository } = await withRules([
      rule('a'),
      rule('a', { id: 'r-other' as SiteRuleId }),
    ]);
    expect(added.added).toEqual([rule('a')]);
    expect(await repository.ofSite('example.org')).toEqual([rule('a')]);
  });

  it('replaces a rule by its opposite', async () => {
    const keep = rule('a', { id: 'r-keep' as SiteRuleId, action: 'keep' });
    const { added, repository } = await withRules([rule('a'), keep]);
    expect(added.replaced).toEqual([rule('a')]);
    expect(await repository.ofSite('example.org')).toEqual([keep]);
  });

  it('is bounded for each site', async () => {
    const names = Array.from({ length: SITE_RULE_LIMITS.rulesOfSite + 1 }, (_, at) =>
      rule(`n${at}`),
    );
    const { added } = await withRules([...names, rule('a', { site: 'b.example' })]);
    expect(added.added).toHaveLength(SITE_RULE_LIMITS.rulesOfSite + 1);
    expect(added.added.at(-1)?.site).toBe('b.example');
  });

  it('stays deleted after an undo if a person has chosen the opposite since', async () => {
    const test = await withRules([rule('a')]);
    const deleted = value(await test.repository.delete(rule('a').id));
    const kept = rule('a', { id: 'r-kept' as SiteRuleId, action: 'keep' });
    await addRules(test.tables, [kept]);
    await undo(test, deleted);
    expect(await test.repository.ofSite('example.org')).toEqual([kept]);
  });

  it('has the undo of its deletion, and the undo of that', async () => {
    const test = await withRules([rule('a')]);
    const { repository } = test;
    const deleted = value(await repository.delete(rule('a').id));
    expect(await repository.ofSite('example.org')).toEqual([]);
    expect(await repository.delete(rule('a').id)).toEqual({
      ok: false,
      error: { kind: 'not-found' },
    });
    await undo(test, deleted);
    expect(await repository.ofSite('example.org')).toEqual([rule('a')]);
    await undo(test, await lastChange(test.library));
    expect(await repository.ofSite('example.org')).toEqual([]);
  });
});
