import type { WxtBrowser } from 'wxt/browser';
import type { Accounts } from './account/accounts';
import type { Libraries } from './account/libraries';
import type { LoadDoctor } from './doctor-script';
import type { ScriptFile } from './script-loader';
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
  readonly loadDoctor: LoadDoctor;
}

export const SERVICE_FILE: ScriptFile = { file: '/service.js', name: 'leafmarkService' };
