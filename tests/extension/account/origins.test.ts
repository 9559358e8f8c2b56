import { describe, expect, it } from 'vitest';
import { createOriginPermissions } from '../../../src/extension/account/origin-permissions';

interface Asked {
  readonly origins?: readonly string[];
}

const BASE = 'https://read.example/';
const PATTERN = 'https://read.example/*';

/** A browser's two accounts of what it allows: by which it acts, and by which it adds. */
function browserWith(state: { readonly active: string[]; readonly written: string[] }) {
  const active = new Set(state.active);
  const written = new Set(state.written);
  return {
    contains: async ({ origins = [] }: Asked) => origins.every((one) => active.has(one)),
    remove: async ({ origins = [] }: Asked) => {
      const has = origins.some((one) => written.has(one));
      for (const one of origins) [active.delete(one), written.delete(one)];
      return has;
    },
    /** As Firefox does: what is written already is not told to anybody. */
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
    const origins = createOriginPermissions(browser);
    expect(await origins.isAllowed(BASE)).toBe(false);
    browser.grant(PATTERN);
    expect(await origins.isAllowed(BASE)).toBe(true);
  });

  it('is not removed while it is granted', async () => {
    const browser = browserWith({ active: [PATTERN], written: [PATTERN] });
    const origins = createOriginPermissions(browser);
    expect(await origins.isAllowed(BASE)).toBe(true);
    expect(await origins.isAllowed(BASE)).toBe(true);
  });
});
