import { describe, expect, it, vi } from 'vitest';
import { ok } from '../../../src/domain/result';
import {
  type BackupWriter,
  createOffscreenBackups,
  serveBackups,
  type WrittenBackup,
} from '../../../src/extension/transfer/backup-writer';

const SOURCE = { library: null, settings: { toolbarClick: 'open' }, isChecked: true };

const WRITTEN: WrittenBackup = {
  url: 'blob:1',
  unwritten: { count: 1, first: [{ kind: 'bookmark', name: 'An odd page' }] },
  found: 2,
};

/** Chromium, whose offscreen document answers with `write`. */
function chromium(write: BackupWriter['write'], sender: object = { id: 'leafmark' }) {
  const serve = serveBackups(write, { id: 'leafmark' });
  const leave = vi.fn(async () => {});
  const document = { hold: vi.fn(async () => leave) };
  const sendMessage = (message: unknown) =>
    new Promise((resolve) => {
      if (!serve(message, sender, resolve)) resolve(undefined);
    });
  const writer = createOffscreenBackups(document, { sendMessage: sendMessage as never });
  return { writer, document, leave };
}

describe('the writer of backups in Chromium', () => {
  it('gets the address of the file from the document, and holds it until it is released', async () => {
    const write = vi.fn<BackupWriter['write']>(async () => ok(WRITTEN));
    const { writer, document, leave } = chromium(write);
    expect(await writer.write(SOURCE)).toEqual(ok(WRITTEN));
    expect(write.mock.calls).toEqual([[SOURCE]]);
    expect([document.hold, leave].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    vi.stubGlobal('navigator', { storage: { getDirectory: async () => ({ removeEntry() {} }) } });
    await writer.release();
    vi.unstubAllGlobals();
    expect(leave).toHaveBeenCalledOnce();
  });

  it.each([
    ['another extension', { id: 'other' }],
    ['a script in a page', { id: 'leafmark', tab: { id: 1 } }],
  ])('is not answered when it is %s', async (_, sender) => {
    const write = vi.fn<BackupWriter['write']>(async () => ok(WRITTEN));
    const { writer } = chromium(write, sender);
    expect(await writer.write(SOURCE)).toMatchObject({ error: 'failed' });
    expect(write).not.toHaveBeenCalled();
  });

  it('fails when the document has a bug', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { writer } = chromium(async () => {
      throw new Error('A bug');
    });
    expect(await writer.write(SOURCE)).toMatchObject({ error: 'failed' });
    log.mockRestore();
  });
});
