import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

const folder = (name: string) => fileURLToPath(new URL(`../../src/${name}`, import.meta.url));
const ENTRY = 'virtual:entry';

/** A bundle with these of the service and these of the contract, in bytes gzipped. */
async function weightOf(service: string, contract: string): Promise<number> {
  const code = `import { ${service} } from '${folder('service')}'; import { ${contract} } from '${folder('contract')}'; globalThis.used = [${service}, ${contract}];`;
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? code : null),
      },
    ],
    build: { write: false, target: 'es2023', rollupOptions: { input: ENTRY } },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  return gzipSync(outputs.map((one) => (one.type === 'chunk' ? one.code : '')).join('')).length;
}

describe('the client weighs', () => {
  it.each([
    ['at most 20 kB with one route', 'createSender, createClient', 'info', 20_000],
    [
      'at most 30 kB with what sync needs',
      'createSender, createClient, syncBookmarks, createWithPage, whenLoaded, eachPage, meaningOf',
      'info, profile, bookmarks, labels, highlights, collections, sync',
      30_000,
    ],
    [
      'at most 40 kB with sign-in and the doctor, and all routes',
      'createSender, createClient, syncBookmarks, createWithPage, whenLoaded, followEvents, findServer, beginCodeSignIn, awaitDevice, openAccount, readAccounts, examine, reportOf',
      'api',
      40_000,
    ],
  ])('%s', async (_, service, contract, most) => {
    expect(await weightOf(service, contract)).toBeLessThanOrEqual(most);
  });
});
