import type { WxtBrowser } from 'wxt/browser';
import type { Accounts } from './account/accounts';
import type { Libraries } from './account/libraries';
import type { BackgroundSync } from './sync/background-sync';

/**
 * The program that speaks to servers, in a file of its own (entrypoints/service.ts): the background
 * has it only while somebody is signing in or syncing. What both need is handed in.
 */
export interface ServiceScript {
  createAccounts(given: Handed): Accounts;
  createSync(given: Handed & { readonly accounts: Accounts }): BackgroundSync;
}

interface Handed {
  readonly browser: WxtBrowser;
  readonly libraries: Libraries;
}

const FILE = '/service.js';
const NAME = 'leafmarkService';

type Holder = { [NAME]?: ServiceScript };

/** What the background runs in: a worker in Chromium, a page in Firefox. */
type Scope = Holder & {
  readonly importScripts?: (file: string) => void;
  readonly document?: Document;
  addEventListener(type: 'install', listener: () => void): void;
};

/** Called by the program itself, when its file is run. */
export function leaveServiceScript(script: ServiceScript): void {
  (globalThis as Holder)[NAME] = script;
}

/**
 * Gives the program, run at the first call. To be called at once when the background starts: a
 * worker may import later only what it has imported in its `install` event.
 */
export function createServiceLoader(scope: Scope): () => Promise<ServiceScript> {
  const { importScripts } = scope;
  if (importScripts) scope.addEventListener('install', () => importScripts(FILE));
  return async () => {
    if (!scope[NAME]) {
      if (importScripts) importScripts(FILE);
      else if (scope.document) await runInPage(scope.document);
    }
    const script = scope[NAME];
    if (!script) throw new Error(`${FILE} left nothing`);
    return script;
  };
}

function runInPage(document: Document): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = FILE;
    element.onload = () => resolve();
    element.onerror = () => reject(new Error(`${FILE} could not be run`));
    document.head.append(element);
  });
}
