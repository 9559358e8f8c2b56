import { annotationErrorMessage } from '../../src/anchoring';
import {
  ANNOTATIONS_PAGE_SIZE,
  formatETag,
  formatInstant,
  formatPageHeaders,
  type highlights,
  matchesETag,
  pageFor,
} from '../../src/contract';
import { ownBookmark } from '../bookmarks/read-bookmark';
import { annotationInfo, annotationSummary, createHighlight } from '../highlights';
import { libraryTag } from '../http/cache-validators';
import type { Handlers } from '../http/context';
import { refuse } from '../http/refusal';
import type { Server } from '../server';

/** Creates the handlers for highlights. */
export function highlightsHandlers(server: Server): Handlers<typeof highlights> {
  const { storage } = server;
  const { annotations } = storage;
  return {
    async listAll({ query }, context) {
      const tag = await libraryTag(server, context);
      const { caller, base, url, headers } = context;
      if (matchesETag(headers.get('if-none-match'), tag)) return { status: 304 };
      const page = pageFor(query, ANNOTATIONS_PAGE_SIZE);
      const { rows, total } = await annotations.listAll(caller.user.id, page);
      return {
        status: 200,
        headers: { ...formatPageHeaders(url, page, total), ETag: formatETag(tag) },
        body: rows.map((row) => annotationSummary(row, base)),
      };
    },

    async list({ params }, { caller }) {
      const bookmark = await ownBookmark(server, caller, params.id);
      if (bookmark === null) return refuse(404);
      const rows = await annotations.list(bookmark.key);
      return { status: 200, body: rows.map(annotationInfo) };
    },

    async create({ params, body }, { caller, base }) {
      const made = await createHighlight(server, caller.user.id, params.id, body);
      if (made === null) return refuse(404);
      if (!made.ok) return refuse(400, annotationErrorMessage(made.error));
      const Location = base.url(`/api/bookmarks/${params.id}/annotations/${made.value.id}`);
      return { status: 201, headers: { Location }, body: annotationInfo(made.value) };
    },

    async update({ params, body }, { caller }) {
      const bookmark = await ownBookmark(server, caller, params.id);
      const changed =
        bookmark && (await annotations.update(bookmark.key, params.annotationId, body));
      if (!changed) return refuse(404);
      const rows = await annotations.list(changed.bookmark.key);
      const updated = formatInstant(changed.bookmark.updated);
      return { status: 200, body: { annotations: rows.map(annotationInfo), updated } };
    },

    async delete({ params }, { caller }) {
      const bookmark = await ownBookmark(server, caller, params.id);
      const isDeleted = bookmark && (await annotations.delete(bookmark.key, params.annotationId));
      return isDeleted ? { status: 204 } : refuse(404);
    },
  };
}
