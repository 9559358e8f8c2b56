import { version } from '../package.json';

/** The full version of this server. */
export const SERVER_VERSION: string = version;
