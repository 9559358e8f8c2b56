import { Readable } from 'node:stream';
import { sourceNameOf } from '../../src/domain/added-file';
import {
  type ExportedItem,
  exportFileName,
  headingOf,
  imageExtension,
  writeEpub,
  writePage,
} from '../../src/formats';
import { pageText } from '../pages/text';
import type { Server } from '../server';
import type { BookmarkRow, UserRow } from '../storage';
import {
  type ArticleConverter,
  lenientConverter,
  lenientItem,
} from '../transfer/export/article-converter';
import { bookmarkUrn } from '../transfer/export/bookmark-feed';
import { sharedItem } from '../transfer/export/exported-items';
import type { MailAttachment, MailMessage } from './mailer';

/** Mail servers accept 10 MB and more. Base64 makes four bytes of three. */
const MAX_IMAGES_BYTES = 6 * 1024 * 1024;
const MAX_SUBJECT_LENGTH = 200;

type MessageTools = Pick<Server, 'storage' | 'articleWork' | 'log'>;

/** The parts of a message that do not depend on its format. */
export type Envelope = Pick<MailMessage, 'to' | 'id' | 'date'>;

/** Makes an e-mail of a bookmark: its article as HTML, or as an attached EPUB. */
export async function sharedMessage(
  server: MessageTools,
  user: UserRow,
  bookmark: BookmarkRow,
  format: 'html' | 'epub',
  envelope: Envelope,
): Promise<MailMessage> {
  const source = { storage: server.storage, articleWork: server.articleWork.queued };
  const item = lenientItem(server, sharedItem(source, bookmark));
  const converter = lenientConverter(server, bookmark.userId);
  const replyTo = user.settings.email_settings?.reply_to;
  return {
    ...envelope,
    // Does not cut a surrogate pair.
    subject: headingOf(bookmark)
      .slice(0, MAX_SUBJECT_LENGTH)
      .replace(/[\ud800-\udbff]$/, ''),
    ...(replyTo && { replyTo }),
    ...(format === 'html'
      ? await asPage(item, user, converter)
      : asBook(item, bookmark, user, converter)),
  };
}

type Content = Pick<MailMessage, 'text' | 'html' | 'attachments'>;

async function asPage(
  item: ExportedItem,
  user: UserRow,
  { toPage }: ArticleConverter,
): Promise<Content> {
  const attachments: MailAttachment[] = [];
  let left = MAX_IMAGES_BYTES;
  const html = await writePage(item, {
    toPage,
    async imageAddress(image) {
      const file = await image.read();
      const extension = file && imageExtension(file.type);
      if (file === null || extension === null || file.bytes.length > left) return null;
      left -= file.bytes.length;
      const filename = `${attachments.length + 1}.${extension}`;
      const cid = `${filename}@leafmark`;
      attachments.push({ filename, cid, contentType: file.type, content: Buffer.from(file.bytes) });
      return `cid:${cid}`;
    },
  });
  return { text: textOfMail(item, user), html, attachments };
}

function asBook(
  item: ExportedItem,
  { id, created, updated }: BookmarkRow,
  user: UserRow,
  { toChapter, convertImage }: ArticleConverter,
): Content {
  const identifier = bookmarkUrn(id);
  const book = writeEpub([item], { identifier, modified: updated, convertImage, toChapter });
  const attachment: MailAttachment = {
    filename: exportFileName(headingOf(item.bookmark), created, 'epub'),
    contentType: 'application/epub+zip',
    // Node and the web standard declare the same streams differently.
    content: Readable.fromWeb(book as Parameters<typeof Readable.fromWeb>[0]),
  };
  return {
    text: `${textOfMail(item, user)}\n${pageText('mailBook')}\n`,
    attachments: [attachment],
  };
}

const textOfMail = ({ bookmark }: ExportedItem, { username }: UserRow): string =>
  `${pageText('mailShared', username)}\n\n${headingOf(bookmark)}\n${sourceNameOf(bookmark.url)}\n`;
