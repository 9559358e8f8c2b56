import { createHash } from 'node:crypto';
import mark from '../../src/theme/mark.svg?raw';

/** The mark as a file of its own, for the tab of a browser. */
export const icon = mark;

const version = createHash('sha256').update(icon).digest('hex').slice(0, 12);

/** Below the base address. Another picture has another address: it can be kept for ever. */
export const ICON_PATH = `/assets/mark-${version}.svg`;

/** Where browsers look for it beside what is no page of ours, such as a feed. */
export const DEFAULT_ICON_PATH = '/favicon.ico';
