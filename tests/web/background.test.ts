import { expose, type Remote, wrap } from 'comlink';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ACCOUNT_STATUS } from '../../src/background/account/account-summary';
import { SYNC_SETTINGS } from '../../src/background/sync/sync-settings';
import { openSecrets } from '../../src/library';
import { createPageParts, type PageParts } from '../../web/page-parts';
import { PERSON_COOKIE } from '../../web/person';
import { local } from '../../web/stored-area';

const ports: MessagePort[] = [];

/** Starts a page and its background, with messages between them as between a page and its worker. */
async function start() {
  // The build of the web app replaces it.
  vi.stubGlobal('__VERSION__', '1.0.0');
  vi.stubGlobal('isSecureContext', false);
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, work: () => unknown) => work() },
    storage: { estimate: async () => ({ quota: 0 }) },
  });
  const { startPageBackground } = await import('../../web/background');
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  expose(createPageParts(), port1);
  port1.start();
  port2.start();
  return startPageBackground(wrap<PageParts>(port2) as Remote<PageParts>);
}

const account = {
  id: 'ada',
  library: 'ada',
  base: 'http://localhost:3000',
  credential: 'token',
  username: 'ada',
  userId: 'ada',
  signedInAt: 1_700_000_000_000,
  signedOutAt: null,
};

describe('the background of a page of the web app', () => {
  let background: Awaited<ReturnType<typeof start>>;
  const secrets = openSecrets();
  beforeAll(async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
    document.cookie = `${PERSON_COOKIE}=ada; Path=/`;
    await local.set({
      [ACCOUNT_STATUS]: { active: 'ada', accounts: [account], library: 'ada', signIn: null },
    });
    background = await start();
  });
  afterAll(() => {
    for (const port of ports) port.close();
    vi.unstubAllGlobals();
  });

  it('chooses in the storage of the page which articles it keeps', async () => {
    await vi.waitFor(async () =>
      expect(await local.get(SYNC_SETTINGS)).toMatchObject({
        [SYNC_SETTINGS]: { articles: 'current' },
      }),
    );
  });

  it('hears of what the page and other tabs store', async () => {
    await local.set({ [SYNC_SETTINGS]: { articles: 'all' } });
    await vi.waitFor(async () =>
      expect(await secrets.get(SYNC_SETTINGS)).toEqual({ [SYNC_SETTINGS]: { articles: 'all' } }),
    );
  });

  it('answers messages, and refuses unknown ones', async () => {
    expect(await background.answer('libraryChanged', {})).toEqual({ ok: true, value: null });
    expect(await background.answer('other', {})).toMatchObject({ ok: false });
  });
});
