import { describe, expect, it, vi } from 'vitest';
import {
  createOffscreenCapture,
  serveOffscreenCapture,
} from '../../../src/extension/get-articles/capture-offscreen';
import { createOffscreenDocument } from '../../../src/extension/transfer/offscreen-document';
import { capture } from '../../library/library';
import { FakeEvent } from '../support/fake-extension';

const PAGE = { url: 'https://site.example/', html: '<p>Hello</p>', siteRules: [] };
const CAPTURED = { capture: capture(), inlineImages: [] };

function fakePort(name: string, sender: object = {}) {
  return {
    name,
    sender: sender as never,
    disconnect: vi.fn(),
    postMessage: vi.fn(),
    onMessage: new FakeEvent(),
    onDisconnect: new FakeEvent(),
  };
}

/** `failing` are the numbers of the openings that fail. */
function fakeBrowser(failing: readonly number[] = []) {
  const events: string[] = [];
  let openings = 0;
  const ports: ReturnType<typeof fakePort>[] = [];
  const document = createOffscreenDocument({
    async createDocument() {
      openings += 1;
      if (failing.includes(openings)) throw new Error('No memory');
      events.push('open');
    },
    closeDocument: async () => void events.push('close'),
  });
  const runtime = {
    connect() {
      const port = fakePort('capture-page');
      ports.push(port);
      return port as never;
    },
  };
  return { capturePage: createOffscreenCapture(document, runtime, 50), events, ports };
}

describe('a capture in the offscreen document', () => {
  it('is made of one page at a time, in one document', async () => {
    const { capturePage, events, ports } = fakeBrowser();
    const first = capturePage(PAGE);
    const second = capturePage(PAGE);
    await vi.waitFor(() => expect(ports[0]?.postMessage).toHaveBeenCalledWith(PAGE));
    expect(ports).toHaveLength(1);
    ports[0]?.onMessage.fire(CAPTURED);
    expect(await first).toEqual(CAPTURED);
    await vi.waitFor(() => expect(ports[1]?.postMessage).toHaveBeenCalledWith(PAGE));
    ports[1]?.onMessage.fire(null);
    expect(await second).toBeNull();
    expect(events.filter((event) => event === 'open')).toHaveLength(1);
  });

  it('that does not end is given up, and the next page gets a new document', async () => {
    const { capturePage, events, ports } = fakeBrowser();
    expect(await capturePage(PAGE)).toBeNull();
    const next = capturePage(PAGE);
    await vi.waitFor(() => expect(ports[1]?.postMessage).toHaveBeenCalledWith(PAGE));
    expect(events.slice(-3)).toEqual(['open', 'close', 'open']);
    ports[1]?.onMessage.fire(CAPTURED);
    expect(await next).toEqual(CAPTURED);
  });

  it.each([
    ['open', [1]],
    ['open again', [2]],
  ])('is made for the next page after the document did not %s', async (_, failing) => {
    const { capturePage, events, ports } = fakeBrowser(failing);
    await expect(capturePage(PAGE)).rejects.toThrow('No memory');
    const before = ports.length;
    const next = capturePage(PAGE);
    await vi.waitFor(() => expect(ports[before]?.postMessage).toHaveBeenCalledWith(PAGE));
    expect(events.at(-1)).toBe('open');
    ports[before]?.onMessage.fire(CAPTURED);
    expect(await next).toEqual(CAPTURED);
  });

  it('opens the document again when it is gone', async () => {
    const { capturePage, events, ports } = fakeBrowser();
    const captured = capturePage(PAGE);
    await vi.waitFor(() => expect(ports[0]?.postMessage).toHaveBeenCalled());
    ports[0]?.onDisconnect.fire();
    expect(await captured).toBeNull();
    expect(events.slice(-3)).toEqual(['open', 'close', 'open']);
  });

  it('is not believed if it has another shape', async () => {
    const { capturePage, ports } = fakeBrowser();
    const captured = capturePage(PAGE);
    await vi.waitFor(() => expect(ports[0]?.postMessage).toHaveBeenCalled());
    ports[0]?.onMessage.fire({ capture: { html: 'x' }, inlineImages: [] });
    expect(await captured).toBeNull();
  });

  it('is answered for the background only, also after a failure', async () => {
    const work = vi.fn(async () => CAPTURED);
    const foreign = fakePort('capture-page', { tab: { id: 1 } });
    serveOffscreenCapture(foreign, work);
    foreign.onMessage.fire(PAGE);
    expect(work).not.toHaveBeenCalled();
    const port = fakePort('capture-page');
    serveOffscreenCapture(port, work);
    port.onMessage.fire(PAGE);
    await vi.waitFor(() => expect(port.postMessage).toHaveBeenCalledWith(CAPTURED));
    const report = vi.spyOn(console, 'error').mockReturnValue();
    const broken = fakePort('capture-page');
    serveOffscreenCapture(broken, async () => Promise.reject(new Error('Too deep')));
    broken.onMessage.fire(PAGE);
    await vi.waitFor(() => expect(broken.postMessage).toHaveBeenCalledWith(null));
    expect(report).toHaveBeenCalledOnce();
    report.mockRestore();
  });
});
