import { afterEach, expect, it, vi } from 'vitest';
import { importerWithoutFiles } from '../../entrypoints/wiring/connect-transfer';
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

it('imports a bundle at once over plain http, where the browser keeps no file', async () => {
  const asked: unknown[] = [];
  const locks = { request: (_: string, work: () => Promise<unknown>) => work() };
  vi.stubGlobal('navigator', { ...navigator, locks });
  const startWorker = () => {
    const listeners: ((event: { data: unknown }) => void)[] = [];
    return {
      postMessage(request: unknown) {
        asked.push(request);
        for (const listener of listeners) listener({ data: { kind: 'done' } });
      },
      terminate() {},
      addEventListener: (type: string, listener: never) => {
        if (type === 'message') listeners.push(listener);
      },
    };
  };
  const job = { fileName: 'a.zip', format: 'bundle', choices: NO_IMPORT_CHOICES, total: 1 };
  const file = new File([], 'a.zip');
  const { begin } = importerWithoutFiles({ startWorker: startWorker as never }, null);
  const { signal } = new AbortController();
  expect(await begin(file, { ...job, startedAt: unixMs(0) }, signal)).toMatchObject({ ok: true });
  expect(asked).toMatchObject([{ kind: 'import', file, job }]);
});
