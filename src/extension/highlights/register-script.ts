import type { WxtBrowser } from 'wxt/browser';
import { allowedHosts, EVERYWHERE, patternOf } from './site-access';

const SCRIPT_ID = 'highlights';

interface Dependencies {
  readonly scripting: Pick<
    WxtBrowser['scripting'],
    | 'getRegisteredContentScripts'
    | 'registerContentScripts'
    | 'updateContentScripts'
    | 'unregisterContentScripts'
  >;
  readonly permissions: Pick<WxtBrowser['permissions'], 'contains'>;
  readonly storage: Pick<WxtBrowser['storage'], 'local'>;
}

/** Registers the script for highlights on the hosts that the user has chosen. */
export interface ScriptRegistration {
  /** Must be called when the hosts or the permissions have changed. */
  update(): Promise<void>;
}

export function createScriptRegistration(browser: Dependencies): ScriptRegistration {
  const { scripting } = browser;
  let last: Promise<void> = Promise.resolve();

  async function register(): Promise<void> {
    const hosts = await allowedHosts(browser);
    const matches = (hosts.includes(EVERYWHERE) ? [EVERYWHERE] : hosts).map(patternOf);
    const ids = [SCRIPT_ID];
    const [known] = await scripting.getRegisteredContentScripts({ ids });
    if (matches.length === 0) {
      if (known !== undefined) await scripting.unregisterContentScripts({ ids });
      return;
    }
    const script = {
      id: SCRIPT_ID,
      js: ['highlight.js'],
      matches,
      runAt: 'document_idle' as const,
    };
    if (known === undefined) await scripting.registerContentScripts([script]);
    else await scripting.updateContentScripts([script]);
  }

  return {
    update() {
      // One after the other, because each reads what the last one has written.
      last = last.then(register).catch((error) => {
        console.error('The script for highlights was not registered', error);
      });
      return last;
    },
  };
}
