import type { bookmarks, HandlerAnswer, HandlerInput } from '../../src/contract';
import type { CallerContext } from '../http/context';
import { type Refusal, refuse } from '../http/refusal';
import type { Server } from '../server';
import { ownBookmark } from './own-bookmark';
import { guardFile } from './served-file';
import { bookmarkTag, isKnown, validators } from './validators';

type File = typeof bookmarks.file;

/** `props.json`, `log`, or a file that is kept with a bookmark. */
export async function readFile(
  server: Server,
  { params }: HandlerInput<File>,
  context: CallerContext,
): Promise<HandlerAnswer<File> | Refusal> {
  const row = await ownBookmark(server, context.caller, params.id);
  if (row === null) return refuse(404);
  const tag = bookmarkTag(server, context, row);
  if (isKnown(context, tag)) return { status: 304 };
  const { contents } = server.storage;
  const answer = (type: string, body: string | Uint8Array) =>
    ({ status: 200, type, headers: validators(tag, row, server), body }) as const;
  switch (params.file) {
    case 'props.json': {
      const { props } = (await contents.find(row.key)) ?? { props: {} };
      return answer('application/json; charset=utf-8', `${JSON.stringify(props)}\n`);
    }
    case 'log':
      return answer('text/plain; charset=utf-8', (await contents.find(row.key))?.log ?? '');
    default: {
      const file = await contents.file(row.id, params.file);
      if (file === null) return refuse(404);
      return answer(guardFile(context, file), file.bytes);
    }
  }
}
