import { hash } from 'node:crypto';
import article from '../../src/theme/article.css?raw';
import articleScripts from '../../src/theme/article-scripts.css?raw';
import articleWide from '../../src/theme/article-wide.css?raw';
import base from '../../src/theme/base.css?raw';
import button from '../../src/theme/button.css?raw';
import layout from '../../src/theme/layout.css?raw';
import mark from '../../src/theme/mark.svg?raw';
import qrCode from '../../src/theme/qr-code.css?raw';
import tokens from '../../src/theme/tokens.css?raw';
import shared from './article.css?raw';
import pages from './pages.css?raw';
import passkeys from './passkey-script.js?raw';

/** The stylesheet of all pages: that of the extension and additions. */
export const stylesheet = [
  ...[tokens, base, layout, button, qrCode],
  ...[article, articleScripts, articleWide],
  ...[pages, shared],
].join('\n');

const stylesheetVersion = hash('sha256', stylesheet, 'hex').slice(0, 12);

/** The path below the base address. It changes with the text, so caches may keep it forever. */
export const STYLESHEET_PATH = `/assets/pages-${stylesheetVersion}.css`;

/** The script of the pages that ask for a passkey, the only one. */
export const passkeyScript = passkeys;

const passkeyVersion = hash('sha256', passkeyScript, 'hex').slice(0, 12);

/** The path below the base address. It changes with the text, so caches may keep it forever. */
export const PASSKEY_SCRIPT_PATH = `/assets/passkey-${passkeyVersion}.js`;

/** The icon for browser tabs. */
export const icon = mark;

const iconVersion = hash('sha256', icon, 'hex').slice(0, 12);

/** The path below the base address. It changes with the image, so caches may keep it forever. */
export const ICON_PATH = `/assets/mark-${iconVersion}.svg`;

/** The path where browsers look for an icon beside feeds and other files. */
export const DEFAULT_ICON_PATH = '/favicon.ico';
