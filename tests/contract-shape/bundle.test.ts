import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';

const CONTRACT = fileURLToPath(new URL('../../src/contract', import.meta.url));
const ENTRY = 'virtual:entry';

/** What a bundle has in it that imports `names` from the contract. */
async function bundled(names: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) =>
          id === ENTRY
            ? `import { ${names} } from '${CONTRACT}'; globalThis.used = [${names}];`
            : null,
      },
    ],
    build: { write: false, rollupOptions: { input: ENTRY } },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  return outputs.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
}

/** The bounds include the texts of the documentation, which are part of routes and schemas. */
const kilobytes = (code: string) => gzipSync(code).length / 1000;

describe('the contract in a bundle', () => {
  it('leaves out the tags that are not used', async () => {
    const code = await bundled('info');
    expect(code).toContain('/api/info');
    expect(code).not.toContain('/api/bookmarks');
    expect(kilobytes(code)).toBeLessThan(7);
  });

  it('is small enough for the background with all that the extension calls', async () => {
    const code = await bundled(
      'info, oauth, profile, bookmarks, labels, highlights, collections, sync, callsOf, readErrorBody',
    );
    expect(code).not.toContain('/api/cookbook');
    expect(kilobytes(code)).toBeLessThan(22);
  });
});
