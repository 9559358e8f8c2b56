import { createHash } from 'node:crypto';
import article from '../../src/theme/article.css?raw';
import articleScripts from '../../src/theme/article-scripts.css?raw';
import articleWide from '../../src/theme/article-wide.css?raw';
import base from '../../src/theme/base.css?raw';
import button from '../../src/theme/button.css?raw';
import mark from '../../src/theme/mark.svg?raw';
import tokens from '../../src/theme/tokens.css?raw';
import shared from './article.css?raw';
import pages from './pages.css?raw';

/** The look of all pages: the extension's own, and what pages add. */
export const stylesheet = [
  ...[tokens, base, button],
  ...[article, articleScripts, articleWide],
  ...[pages, shared],
].join('\n');

const stylesheetVersion = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

/** Below the base address. Another text has another address: it can be kept for ever. */
export const STYLESHEET_PATH = `/assets/pages-${stylesheetVersion}.css`;

/** The mark as a file of its own, for the tab of a browser. */
export const icon = mark;

const iconVersion = createHash('sha256').update(icon).digest('hex').slice(0, 12);

/** Below the base address. Another picture has another address: it can be kept for ever. */
export const ICON_PATH = `/assets/mark-${iconVersion}.svg`;

/** Where browsers look for it beside what is no page of ours, such as a feed. */
export const DEFAULT_ICON_PATH = '/favicon.ico';
