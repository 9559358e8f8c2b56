import { describe, expect, it, vi } from 'vitest';
import {
  createOffscreenTexts,
  serveOffscreenTexts,
} from '../../../src/extension/transfer/texts-offscreen';
import type { HighlightTexts, PageToWrite } from '../../../src/transfer';
import { FakeEvent } from '../support/fake-extension';

const PAGES = [{ key: 'a'.repeat(16), highlights: [] }] as unknown as readonly PageToWrite[];
const TEXTS: readonly HighlightTexts[] = [
  { part: { key: 'a'.repeat(16), markdown: 'A\n' }, whole: '---\nA\n' },
];

/** The two ends of a port. What one posts, the other gets. */
function connected(sender: object = {}) {
  const end = () => ({
    name: 'highlight-texts',
    sender: sender as never,
    disconnect: vi.fn(),
    onMessage: new FakeEvent(),
    onDisconnect: new FakeEvent(),
  });
  const [near, far] = [end(), end()];
  return {
    near: { ...near, postMessage: (message: unknown) => void far.onMessage.fire(message) },
    far: { ...far, postMessage: (message: unknown) => void near.onMessage.fire(message) },
  };
}

function opened(sender?: object) {
  const { near, far } = connected(sender);
  const leave = vi.fn(async () => {});
  const document = { hold: async () => leave };
  const write = createOffscreenTexts(document, { connect: () => near } as never);
  return { near, far, leave, write };
}

describe('the texts of highlights, written in the offscreen document', () => {
  it('come back to the background, and the document is left', async () => {
    const { near, far, leave, write } = opened();
    const wanted = vi.fn(async () => TEXTS);
    serveOffscreenTexts(far as never, wanted);
    expect(await write(PAGES)).toEqual(TEXTS);
    expect(wanted).toHaveBeenCalledExactlyOnceWith(PAGES);
    expect(near.disconnect).toHaveBeenCalledOnce();
    expect(leave).toHaveBeenCalledOnce();
  });

  it('are missing if the document ends, which is left all the same', async () => {
    const { near, leave, write } = opened();
    const writing = write(PAGES);
    await vi.waitFor(() => expect(near.onDisconnect.listeners.size).toBe(1));
    near.onDisconnect.fire();
    await expect(writing).rejects.toThrow();
    expect(leave).toHaveBeenCalledOnce();
  });

  it('are not written for a script in a tab', () => {
    const { far } = opened({ tab: { id: 1 } });
    const wanted = vi.fn();
    serveOffscreenTexts(far as never, wanted);
    far.onMessage.fire(PAGES);
    expect(wanted).not.toHaveBeenCalled();
  });
});
