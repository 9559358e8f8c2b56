import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageVisibility } from '../../../src/background/sync/page-visibility';
import { FakeEvent } from '../../extension/support/fake-extension';
import { type FakePort, portPair } from '../../extension/support/fake-port';

let ports: { readonly page: FakePort; readonly background: FakePort }[];
/** The number of open ports. */
let open: number;
const changed = new FakeEvent();
const page = {
  visibilityState: 'visible' as DocumentVisibilityState,
  addEventListener: (_: string, listener: () => void) => changed.addListener(listener),
};
const connect = () => {
  const pair = portPair('visible-page');
  open += 1;
  pair.background.onDisconnect.addListener(() => {
    open -= 1;
  });
  ports.push(pair);
  return pair.page;
};
const show = (state: DocumentVisibilityState) => {
  page.visibilityState = state;
  changed.fire();
};
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
let visibility: ReturnType<typeof createPageVisibility>;

beforeEach(() => {
  vi.useFakeTimers();
  changed.listeners.clear();
  page.visibilityState = 'visible';
  [ports, open] = [[], 0];
  visibility = createPageVisibility({ connect, page });
});
afterEach(() => vi.useRealTimers());

describe('a visible page', () => {
  it('holds a port while it is visible and an account is signed in', async () => {
    await pass(60_000);
    expect(open).toBe(0);
    visibility.setEnabled(true);
    visibility.setEnabled(true);
    expect(open).toBe(1);
    show('hidden');
    await pass();
    expect(open).toBe(0);
    show('visible');
    expect(open).toBe(1);
    visibility.setEnabled(false);
    await pass();
    expect(open).toBe(0);
    expect(ports).toHaveLength(2);
  });

  it('opens the port again when a worker that received events was stopped', async () => {
    visibility.setEnabled(true);
    ports[0]?.background.postMessage({ isFollowed: true });
    await pass();
    ports[0]?.background.disconnect();
    await pass(999);
    expect(ports).toHaveLength(1);
    await pass(1);
    expect(ports).toHaveLength(2);
  });

  it('leaves a worker without events asleep until the page is shown again', async () => {
    visibility.setEnabled(true);
    ports[0]?.background.postMessage({ isFollowed: true });
    ports[0]?.background.postMessage({ isFollowed: false });
    await pass();
    ports[0]?.background.disconnect();
    await pass(60_000);
    expect(ports).toHaveLength(1);
    show('hidden');
    show('visible');
    expect(ports).toHaveLength(2);
  });

  it('does not open the port again when it is hidden', async () => {
    visibility.setEnabled(true);
    ports[0]?.background.postMessage({ isFollowed: true });
    await pass();
    ports[0]?.background.disconnect();
    await pass();
    show('hidden');
    await pass(60_000);
    expect(ports).toHaveLength(1);
  });
});
