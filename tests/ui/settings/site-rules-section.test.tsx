import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result';
import type { SiteRule, SiteRuleId } from '../../../src/domain/site-rules/site-rule';
import { unixMs } from '../../../src/domain/time';
import { siteRuleRepository } from '../../../src/library';
import { addRules } from '../../../src/library/site-rules/site-rules';
import { SiteRulesSection } from '../../../src/ui/settings/site-rules-section';
import { testLibrary } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';

const RULE: SiteRule = {
  id: 'r1' as SiteRuleId,
  site: 'garden.example',
  action: 'remove',
  path: { steps: [{ tag: '', names: [{ in: 'class', value: 'promo' }] }], text: '' },
  label: 'Buy our lamps',
  created: unixMs(1),
};
const KEPT: SiteRule = {
  ...RULE,
  id: 'r2' as SiteRuleId,
  action: 'keep',
  label: '',
  created: unixMs(2),
  path: {
    steps: [
      { tag: '', names: [{ in: 'id', value: 'story' }] },
      { tag: 'ul', names: [] },
    ],
    text: '',
  },
};

afterEach(() => {
  act(cleanup); // Preact cleans effects up after the next paint, which no test waits for.
});

async function open(rules: readonly SiteRule[]) {
  const { library, tables } = await testLibrary();
  await addRules(tables, rules);
  const view = render(<SiteRulesSection library={Promise.resolve(ok(library))} />);
  const add = (rule: SiteRule) => addRules(tables, [rule]);
  return { ...view, add, ofSite: () => library.part(siteRuleRepository).ofSite('garden.example') };
}

describe('the rules for sites', () => {
  it('say that there is none', async () => {
    await open([]);
    await screen.findByText('There are no rules yet.');
  });

  it('are listed by site with the words of the block, or where it is', async () => {
    const { container } = await open([RULE, KEPT]);
    expect((await screen.findByText('Removes “Buy our lamps”')).title).toBe('.promo');
    await screen.findByText('Keeps “#story ul”');
    expect(screen.getByRole('heading', { name: 'garden.example' })).not.toBeNull();
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('are deleted one by one, which is undone', async () => {
    const { ofSite } = await open([RULE]);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete the rule' }));
    await screen.findByText(/^There are no rules yet/);
    expect(await ofSite()).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Removes “Buy our lamps”');
    expect(await ofSite()).toEqual([RULE]);
  });

  it('say that an undo has restored nothing, because a person has chosen the opposite since', async () => {
    const { ofSite, add } = await open([RULE]);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete the rule' }));
    await screen.findByText(/^There are no rules yet/);
    const opposite = { ...RULE, id: 'r3' as SiteRuleId, action: 'keep' } as const;
    await add(opposite);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('There is nothing to do.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    expect(await ofSite()).toEqual([opposite]);
  });
});
