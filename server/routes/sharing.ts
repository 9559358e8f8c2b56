import {
  type Api,
  formatInstant,
  formatLink,
  formatPageHeaders,
  pageFor,
  TOKENS_PAGE_SIZE,
} from '../../src/contract';
import { headingOf } from '../../src/formats';
import { createLimiter, MAIL_BY_ACCOUNT } from '../account/rate-limits';
import { listShareLinks } from '../bookmarks/list-share-links';
import { fileBody, guardFile } from '../bookmarks/read-media';
import type { Handlers } from '../http/context';
import { refuse, refuseForNow } from '../http/refusal';
import { requestMail } from '../mail';
import { pagePolicy } from '../pages/page';
import type { Server } from '../server';
import { readableBookmark } from '../transfer/export/exported-items';
import { createShareLink, findShared, SharedPages } from '../transfer/share/share-links';

/** Creates the handlers that share bookmarks by expiring links and by e-mail. */
export function sharingHandlers(server: Server): Handlers<Api['sharing']> {
  const pages = new SharedPages(server);
  return {
    async link({ params, query }, { caller, base }) {
      const found = await readableBookmark(server, caller, params.id);
      if (!found.ok) return found.error;
      const { code, expires } = await createShareLink(server, {
        bookmark: found.value,
        token: caller.token,
        lifetime: query.lifetime,
      });
      const url = base.url(`/@b/${code}`);
      return {
        status: 201,
        headers: { Location: url },
        body: {
          url,
          expires: expires === null ? null : formatInstant(expires),
          title: headingOf(found.value),
          id: found.value.id,
        },
      };
    },

    async links({ query }, { caller, base, url }) {
      const page = pageFor(query, TOKENS_PAGE_SIZE);
      const { links, total } = await listShareLinks(server, caller.user.id, page);
      return {
        status: 200,
        headers: { ...formatPageHeaders(url, page, total) },
        body: links.map(({ link, bookmark }) => ({
          id: link.id,
          href: base.url(`/api/bookmarks/shares/${link.id}`),
          created: formatInstant(link.created),
          expires: link.expires === null ? null : formatInstant(link.expires),
          bookmark_id: bookmark.id,
          bookmark_title: headingOf(bookmark),
          is_own: link.tokenId === caller.token.id,
        })),
      };
    },

    async withdraw({ params }, { caller }) {
      const isDeleted = await server.storage.shareLinks.delete(caller.user.id, params.id);
      return isDeleted ? { status: 204 } : refuse(404);
    },

    async email({ params, body }, { caller: { user } }) {
      const found = await readableBookmark(server, { user }, params.id);
      if (!found.ok) return found.error;
      const waitMs = await createLimiter(server).take(MAIL_BY_ACCOUNT, String(user.id));
      if (waitMs !== null) return refuseForNow(waitMs);
      const { email: to, format } = body;
      await requestMail(server.storage, { bookmark: found.value.key, user: user.id, to, format });
      return { status: 200, body: { status: 200, message: `Email sent to ${to}` } };
    },

    async page({ params }, { base, extraHeaders }) {
      const shared = await findShared(server, params.code);
      if (shared.kind === 'unknown') return refuse(404);
      if (shared.kind === 'expired') return refuse(410, 'the link has expired');
      const { bookmark, link } = shared;
      extraHeaders['Content-Security-Policy'] = pagePolicy();
      // A cached copy would be available after the link has expired.
      extraHeaders['Cache-Control'] = 'private, no-store';
      const original = new URL(bookmark.url).href;
      return {
        status: 200,
        type: 'text/html; charset=utf-8',
        headers: {
          Link: ['original', 'cite-as'].map((rel) => formatLink({ url: original, rel })),
          'Readeck-Original': original,
        },
        body: await pages.pageOf(bookmark, link.expires, base, params.code),
      };
    },

    async picture({ params: { code, folder, name } }, context) {
      const shared = await findShared(server, code);
      if (shared.kind === 'unknown') return refuse(404);
      if (shared.kind === 'expired') return refuse(410, 'the link has expired');
      const file = await server.storage.contents.resource(shared.bookmark.id, name);
      const kind = folder === 'img' ? 'image' : 'embedded';
      if (file === null || file.kind !== kind) return refuse(404);
      context.extraHeaders['Cache-Control'] = 'private, no-store';
      const body = await fileBody(server.storage, file, context);
      if (body === null) return refuse(404);
      return { status: 200, type: guardFile(context, file), body };
    },
  };
}
