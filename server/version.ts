import { version } from '../package.json';

/** The full version of this server. */
export const VERSION: string = version;
