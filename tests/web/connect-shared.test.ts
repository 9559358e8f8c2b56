import { afterEach, expect, it, vi } from 'vitest';
import { unixMs } from '../../src/domain/time';
import { NO_IMPORT_CHOICES } from '../../src/library';
import { exporterOf, importerOf } from '../../web/connect-shared';

afterEach(() => vi.unstubAllGlobals());

it('writes and keeps no file over plain http, and says why', async () => {
  vi.stubGlobal('isSecureContext', false);
  const refused = { ok: false, error: 'insecure' };
  const { signal } = new AbortController();
  const markdown = { highlights: 'marks', layout: 'properties' } as const;
  const choice = { format: 'bundle', ids: null, title: null, markdown } as const;
  expect(await exporterOf(null).write(choice, signal, () => {})).toEqual(refused);
  const importer = importerOf(null);
  const job = {
    fileName: 'a.csv',
    format: 'csv',
    choices: NO_IMPORT_CHOICES,
    startedAt: unixMs(0),
    total: 1,
    hasRepeats: false,
  } as const;
  expect(await importer.begin(new File([], 'a.csv'), job, signal)).toEqual(refused);
  await importer.forgetFile(1);
});
