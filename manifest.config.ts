import type { UserManifest } from 'wxt';
import { EXTENSION_POLICY } from './content-security-policy.config';

type Target = 'chromium' | 'firefox';

/**
 * The permissions at install time. `activeTab` is granted by a click. Host permissions are
 * requested only when a feature needs one (docs/decisions/permissions.md).
 */
const PERMISSIONS = [
  'activeTab',
  'scripting',
  'storage',
  'unlimitedStorage',
  'contextMenus',
  'alarms',
  'identity',
];

/** The mark, rendered by scripts/render-icons.mjs from src/theme/mark.svg. */
const ICONS = {
  16: 'icons/16.png',
  32: 'icons/32.png',
  48: 'icons/48.png',
  128: 'icons/128.png',
};

/** Returns our part of the manifest. WXT adds the entrypoints. */
export function manifest(target: Target): UserManifest {
  return {
    name: '__MSG_appName__',
    description: '__MSG_appDescription__',
    default_locale: 'en',
    icons: ICONS,
    permissions: target === 'firefox' ? PERMISSIONS : [...PERMISSIONS, 'offscreen'],
    optional_permissions: ['tabs', 'downloads'],
    optional_host_permissions: ['*://*/*'],
    content_security_policy: { extension_pages: EXTENSION_POLICY },
    web_accessible_resources: [
      {
        // Only in a frame that a script of the extension has opened does it show anything.
        resources: ['highlight-frame.html'],
        matches: ['*://*/*'],
        // Firefox does not have it. There, its address is different in each profile.
        ...(target === 'chromium' && { use_dynamic_url: true }),
      },
    ],
    omnibox: { keyword: 'rl' },
    action: { default_title: '__MSG_appName__', default_icon: ICONS },
    commands: {
      _execute_action: { suggested_key: { default: 'Alt+Shift+D' } },
      'save-page': {
        suggested_key: { default: 'Alt+Shift+J' },
        description: '__MSG_commandSavePage__',
      },
      highlight: {
        suggested_key: { default: 'Alt+Shift+K' },
        description: '__MSG_commandHighlight__',
      },
      // Without keys of its own, which a person chooses. Firefox opens its sidebar itself.
      [target === 'firefox' ? '_execute_sidebar_action' : 'side-panel']: {
        description: '__MSG_commandSidePanel__',
      },
    },
    ...(target === 'firefox'
      ? {
          browser_specific_settings: {
            gecko: {
              id: 'leafmark@leafmark.app',
              strict_min_version: '140.0',
              data_collection_permissions: { required: ['none'] },
            },
          },
        }
      : { minimum_chrome_version: '128' }),
  };
}
