import { afterEach, describe, expect, it, vi } from 'vitest';
import { createScriptLoader, leaveScript, type Scope } from '../../src/extension/script-loader';
import { SERVICE_FILE, type ServiceScript } from '../../src/extension/service-script';

const SCRIPT: ServiceScript = {
  createAccounts() {
    throw new Error('Not called here');
  },
  createSync() {
    throw new Error('Not called here');
  },
};
const createServiceLoader = (scope: Scope) =>
  createScriptLoader<ServiceScript>(scope, SERVICE_FILE);

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'leafmarkService');
});

describe('the service script', () => {
  it('in a worker is imported when it is installed, and again when it is wanted', async () => {
    const listeners = new Map<string, () => void>();
    const imported: string[] = [];
    const scope: Scope = {
      importScripts(file) {
        imported.push(file);
        leaveScript(SERVICE_FILE, SCRIPT);
        Object.assign(scope, { leafmarkService: SCRIPT });
      },
      addEventListener: (type, listener) => void listeners.set(type, listener),
    };
    const load = createServiceLoader(scope);
    expect(imported).toEqual([]);
    expect(await load()).toBe(SCRIPT);
    expect(await load()).toBe(SCRIPT);
    expect(imported).toEqual(['/service.js']);
    listeners.get('install')?.();
    expect(imported).toHaveLength(2);
  });

  it('in a page is run by an element, and tried again when that failed', async () => {
    let isThere = false;
    const scope: Scope = {
      addEventListener: vi.fn(),
      document: {
        createElement: () => ({}),
        head: {
          append(element: { src: string; onload(): void; onerror(): void }) {
            if (!isThere) return element.onerror();
            Object.assign(scope, element.src === '/service.js' && { leafmarkService: SCRIPT });
            element.onload();
          },
        },
      } as unknown as Document,
    };
    const load = createServiceLoader(scope);
    await expect(load()).rejects.toThrow('/service.js could not be run');
    isThere = true;
    expect(await load()).toBe(SCRIPT);
    expect(scope.addEventListener).not.toHaveBeenCalled();
  });

  it('that leaves nothing is a fault', async () => {
    const load = createServiceLoader({ importScripts() {}, addEventListener() {} });
    await expect(load()).rejects.toThrow('/service.js left nothing');
  });
});
