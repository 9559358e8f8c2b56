import type { media } from '../../src/contract';
import { readMedia } from '../bookmarks/read-media';
import type { Handlers } from '../http/context';
import type { Server } from '../server';

/** The public files of bookmarks. */
export const mediaHandlers = (server: Server): Handlers<typeof media> => ({
  image: (input, context) => readMedia(server, ['icon', 'image', 'thumbnail'], input, context),
  resource: (input, context) => readMedia(server, ['embedded'], input, context),
});
