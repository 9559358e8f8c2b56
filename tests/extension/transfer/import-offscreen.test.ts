import { describe, expect, it, vi } from 'vitest';
import {
  createOffscreenImports,
  serveOffscreenImports,
} from '../../../src/extension/transfer/import-offscreen';
import { createOffscreenDocument } from '../../../src/extension/transfer/offscreen-document';
import { FakeEvent } from '../support/fake-extension';

/** A browser with at most one offscreen document, whose answers the test sends. */
function fakeBrowser({ hasDocument = false } = {}) {
  let isOpen = hasDocument;
  const events: string[] = [];
  const ports: ReturnType<typeof fakePort>[] = [];
  const offscreen = {
    async createDocument({ url }: { readonly url: string }) {
      if (isOpen) throw new Error('Only a single offscreen document may be created.');
      isOpen = true;
      events.push(`open ${url}`);
    },
    async closeDocument() {
      if (!isOpen) throw new Error('No current offscreen document.');
      isOpen = false;
      events.push('close');
    },
  };
  const runtime = {
    connect({ name }: { readonly name?: string } = {}) {
      const port = fakePort(name ?? '');
      ports.push(port);
      return port as never;
    },
  };
  const document = createOffscreenDocument(offscreen);
  return { document, run: createOffscreenImports(document, runtime as never), events, ports };
}

function fakePort(name: string, sender: object = {}) {
  const sent: unknown[] = [];
  return {
    name,
    sender: sender as never,
    sent,
    disconnect: vi.fn(),
    postMessage: vi.fn((message: unknown) => void sent.push(message)),
    onMessage: new FakeEvent(),
    onDisconnect: new FakeEvent(),
  };
}

const NEVER = new AbortController().signal;

describe('imports in an offscreen document', () => {
  it('run there until it answers, and then it is closed', async () => {
    const { run, events, ports } = fakeBrowser();
    const ended = run('home', NEVER);
    await vi.waitFor(() => expect(ports[0]?.sent).toEqual([{ account: 'home' }]));
    expect(events).toEqual(['open /offscreen.html']);
    ports[0]?.onMessage.fire('done');
    await ended;
    expect(events).toEqual(['open /offscreen.html', 'close']);
  });

  it('begin in a new document after the background was stopped', async () => {
    const { run, events, ports } = fakeBrowser({ hasDocument: true });
    const ended = run(null, NEVER);
    await vi.waitFor(() => expect(ports).toHaveLength(1));
    expect(events).toEqual(['close', 'open /offscreen.html']);
    ports[0]?.onDisconnect.fire();
    await ended;
  });

  it('stop with their signal, and never run in two documents', async () => {
    const { run, events, ports } = fakeBrowser();
    const stop = new AbortController();
    const first = run('first', stop.signal);
    const second = run('second', NEVER);
    await vi.waitFor(() => expect(ports).toHaveLength(1));
    stop.abort();
    await first;
    expect(ports[0]?.disconnect).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(ports[1]?.sent).toEqual([{ account: 'second' }]));
    expect(events).toEqual(['open /offscreen.html', 'close', 'open /offscreen.html']);
    ports[1]?.onMessage.fire('done');
    await second;
    await run('third', stop.signal);
    expect(ports).toHaveLength(2);
  });
});

describe('the offscreen document', () => {
  it('stays open while an import or a backup holds it', async () => {
    const { document, run, events, ports } = fakeBrowser();
    const leave = await document.hold();
    const ended = run('home', NEVER);
    await vi.waitFor(() => expect(ports).toHaveLength(1));
    ports[0]?.onMessage.fire('done');
    await ended;
    expect(events).toEqual(['open /offscreen.html']);
    await leave();
    expect(events).toEqual(['open /offscreen.html', 'close']);
  });

  it('works for the account of the background, and answers when it has ended', async () => {
    const port = fakePort('imports');
    let end = () => {};
    const work = vi.fn((_account: string | null) => new Promise<void>((done) => (end = done)));
    serveOffscreenImports(port as never, work);
    port.onMessage.fire({ account: 'home' });
    expect(work.mock.lastCall?.[0]).toBe('home');
    expect(port.postMessage).not.toHaveBeenCalled();
    end();
    await vi.waitFor(() => expect(port.sent).toEqual(['done']));
  });

  it('answers no background that was stopped, and no script of a page', async () => {
    const work = vi.fn(async (_: string | null, __: AbortSignal) => {});
    const left = fakePort('imports');
    serveOffscreenImports(left as never, work);
    left.onDisconnect.fire();
    left.onMessage.fire({ account: null });
    await vi.waitFor(() => expect(work).toHaveBeenCalledOnce());
    expect(work.mock.lastCall?.[1].aborted).toBe(true);
    expect(left.postMessage).not.toHaveBeenCalled();
    for (const other of [fakePort('visible-page'), fakePort('imports', { tab: { id: 1 } })]) {
      serveOffscreenImports(other as never, work);
      expect(other.onMessage.listeners.size).toBe(0);
    }
  });
});
