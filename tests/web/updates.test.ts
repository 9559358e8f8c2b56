import { describe, expect, it, vi } from 'vitest';
import { followUpdates } from '../../web/updates';

/** A worker as a registration shows it. */
class Worker extends EventTarget {
  readonly postMessage = vi.fn();
}

/** The registration of a browser, whose states are set by hand: they last for a moment only. */
class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  active: Worker | null = null;

  find(worker: Worker): void {
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
  }

  install(): void {
    const worker = this.installing;
    this.waiting = worker;
    this.installing = null;
    worker?.dispatchEvent(new Event('statechange'));
  }

  activate(): void {
    const worker = this.waiting;
    this.active = worker;
    this.waiting = null;
    worker?.dispatchEvent(new Event('statechange'));
  }
}

async function follow(registration: Registration) {
  const container = Object.assign(new EventTarget(), {
    controller: registration.active,
    register: async () => registration,
  });
  const ask = vi.fn<(start: () => void) => void>();
  // jsdom has no service workers.
  await followUpdates(ask, container as unknown as ServiceWorkerContainer);
  return ask;
}

describe('the question for a new version', () => {
  it('is not asked for the first version, however long it waits before it starts', async () => {
    const registration = new Registration();
    const ask = await follow(registration);
    registration.find(new Worker());
    registration.install();
    expect(ask).not.toHaveBeenCalled();
    const atReload = await follow(registration);
    expect(atReload).not.toHaveBeenCalled();
    registration.activate();
    expect(ask).not.toHaveBeenCalled();
  });

  it('is asked when a version waits beside one that runs, and its answer starts that version', async () => {
    const registration = new Registration();
    registration.active = new Worker();
    const next = new Worker();
    const ask = await follow(registration);
    registration.find(next);
    expect(ask).not.toHaveBeenCalled();
    registration.install();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(next.postMessage).not.toHaveBeenCalled();
    ask.mock.calls[0]?.[0]();
    expect(next.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' });
    registration.activate();
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('is asked at the start when a version waited before, or was being stored', async () => {
    const registration = new Registration();
    registration.active = new Worker();
    registration.waiting = new Worker();
    expect(await follow(registration)).toHaveBeenCalledTimes(1);
    registration.waiting = null;
    registration.installing = new Worker();
    const ask = await follow(registration);
    registration.install();
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
