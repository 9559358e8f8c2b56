import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  readExport,
  removeExport,
  writeExport,
} from '../../../src/background/transfer/export-files';
import {
  keepImport,
  readImport,
  removeImport,
  removeImportsOf,
} from '../../../src/background/transfer/import-files';
import { problemOfError } from '../../../src/transfer';

afterEach(() => vi.unstubAllGlobals());

const refuse = async () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** Returns the problem of the person for whom `work` fails. */
const problem = (work: Promise<unknown>) => work.then(() => null, problemOfError);

describe.each([
  ['in a private window', { storage: { getDirectory: refuse } }],
  ['without HTTPS', {}],
  ['in an engine that has no private file system', { storage: {} }],
])('the files of transfers %s', (_, navigator) => {
  it('have nothing to remove and nothing to read', async () => {
    vi.stubGlobal('navigator', navigator);
    await removeExport('export');
    await removeImport(null, 1);
    await removeImportsOf(null);
    expect(await readImport(null, 1)).toBeNull();
  });

  it('cannot be written, which is said', async () => {
    vi.stubGlobal('navigator', navigator);
    const body = (async function* () {})();
    expect(await problem(writeExport('export', 'a.zip', body))).toBe('unavailable');
    expect(await problem(readExport('export', 'a.zip', ''))).toBe('unavailable');
    expect(await problem(keepImport(null, 1, new Blob()))).toBe('unavailable');
  });
});
