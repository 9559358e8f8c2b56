import { describe, expect, it } from 'vitest';
import { createServerAccess } from '../../../src/extension/account/origin-permissions';

interface Origins {
  readonly origins?: readonly string[];
}

const BASE = 'https://read.example/';
const PATTERN = 'https://read.example/*';

/** A browser with two records of granted origins: the active ones and the written ones. */
function browserWith(state: { readonly active: string[]; readonly written: string[] }) {
  const active = new Set(state.active);
  const written = new Set(state.written);
  return {
    contains: async ({ origins = [] }: Origins) => origins.every((one) => active.has(one)),
    remove: async ({ origins = [] }: Origins) => {
      const has = origins.some((one) => written.has(one));
      for (const one of origins) [active.delete(one), written.delete(one)];
      return has;
    },
    /** Firefox activates an origin only when it was not written before. */
    grant(origin: string) {
      if (!written.has(origin)) active.add(origin);
      written.add(origin);
    },
  };
}

describe('the host permission of a server', () => {
  it('can be granted again after Firefox was killed between its two writes', async () => {
    const browser = browserWith({ active: [], written: [PATTERN] });
    browser.grant(PATTERN);
    const origins = createServerAccess(browser);
    expect(await origins.isAllowed(BASE)).toBe(false);
    browser.grant(PATTERN);
    expect(await origins.isAllowed(BASE)).toBe(true);
  });

  it('is not removed while it is granted', async () => {
    const browser = browserWith({ active: [PATTERN], written: [PATTERN] });
    const origins = createServerAccess(browser);
    expect(await origins.isAllowed(BASE)).toBe(true);
    expect(await origins.isAllowed(BASE)).toBe(true);
  });
});
