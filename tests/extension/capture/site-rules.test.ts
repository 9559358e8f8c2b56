import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../../src/domain/result';
import type { SiteRule, SiteRuleId } from '../../../src/domain/site-rules/site-rule';
import { unixMs } from '../../../src/domain/time';
import { setAsked, takeAsked } from '../../../src/extension/capture/injected-capture';
import { runCapture } from '../../../src/extension/capture/run-capture';
import { createCaptureRules } from '../../../src/extension/capture/site-rules';
import { addRules } from '../../../src/library/site-rules/site-rules';
import { capture, type TestLibrary, testLibrary } from '../../library/library';
import { type FakeExtension, fakeExtension, injected } from '../support/fake-extension';
import { tabPage, URL_A } from '../support/tab-page';

const RULE: SiteRule = {
  id: 'r1' as SiteRuleId,
  site: new URL(URL_A).hostname,
  action: 'remove',
  path: { steps: [{ tag: '', names: [{ in: 'class', value: 'promo' }] }], text: '' },
  label: 'Promo',
  created: unixMs(1),
};
const ELSEWHERE = 'https://elsewhere.example/a';

let fake: FakeExtension;
let test: TestLibrary;
beforeEach(async () => {
  fake = fakeExtension();
  fake.addTab({ id: 1, url: URL_A });
  test = await testLibrary();
  await addRules(test.tables, [RULE]);
});

const rulesWith = (openLibrary: Parameters<typeof createCaptureRules>[0]['openLibrary']) =>
  createCaptureRules({ openLibrary, storage: fake.browser.storage.local });

describe('the rules of a capture', () => {
  it('are those of the site of the page', async () => {
    const rules = rulesWith(async () => ok(test.library));
    expect(await rules.of(URL_A)).toEqual([RULE]);
    expect(await rules.of(ELSEWHERE)).toEqual([]);
  });

  it('do not wait for the library on sites without rules, also after the background was stopped', async () => {
    await rulesWith(async () => ok(test.library)).record([RULE.site]);
    const openLibrary = vi.fn(async () => ok(test.library));
    const rules = rulesWith(openLibrary);
    expect(await rules.of(ELSEWHERE)).toEqual([]);
    expect(rules.of(ELSEWHERE)).toBeNull();
    expect(openLibrary).not.toHaveBeenCalled();
    expect(await rules.of(URL_A)).toEqual([RULE]);
  });

  it('are none if the library cannot be read', async () => {
    const rules = rulesWith(() => Promise.reject(new Error('The disk is broken')));
    expect(await rules.of(URL_A)).toEqual([]);
  });

  it('are given to the page before the script runs in it', async () => {
    const executeScript = vi.fn(async () =>
      injected({ kind: 'captured', capture: capture({ url: URL_A }) }),
    );
    fake.executeScript = executeScript;
    const { signal } = new AbortController();
    const attempt = await runCapture(fake.browser, tabPage(), signal, Promise.resolve([RULE]));
    expect(attempt.kind).toBe('captured');
    expect(executeScript.mock.calls).toMatchObject([
      [{ func: setAsked, args: [{ siteRules: [RULE], way: null }] }],
      [{ files: ['/capture.js'] }],
    ]);
  });

  it('are used by one capture only', () => {
    setAsked({ siteRules: [RULE], way: null });
    expect(takeAsked().siteRules).toEqual([RULE]);
    expect(takeAsked().siteRules).toEqual([]);
  });
});
