import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LEASE_MS, runJob } from '../../../server/jobs';
import { createMailer, mailJobs } from '../../../server/mail';
import type { UserRow } from '../../../server/storage';
import { sharedItem } from '../../../server/transfer/export/exported-items';
import { addressOfFile } from '../../../src/domain/added-file';
import { pick, STATE_FIELDS } from '../../../src/domain/bookmark-fields';
import { blankValues } from '../../../src/domain/bookmark-values';
import { HOUR_MS } from '../../../src/domain/time';
import { filesOf } from '../../formats/archives';
import { epubcheck } from '../../formats/epubcheck';
import { PNG } from '../../formats/items';
import { describeOnDatabases } from '../storage/support/databases';
import { processesThat, type RunTask, runDirectly } from '../support/direct-processes';
import { type Mailbox, openMailbox, type Received } from '../support/mailbox';
import { runDueJobs } from '../support/run-jobs';
import { saveArticle } from '../support/saved-article';
import { startServer, type TestServer } from '../support/test-server';

describeOnDatabases('sharing by e-mail on %s', (database, databaseName) => {
  let mailbox: Mailbox;
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  beforeAll(async () => {
    mailbox = await openMailbox();
    const flags = {
      'mail-server': `smtp://127.0.0.1:${mailbox.port}`,
      'mail-from': 'Leafmark <leafmark@server.example>',
    };
    t = await startServer(database, { flags });
    ada = await t.addUser('ada');
    token = await t.tokenOf(ada);
  });
  afterAll(async () => {
    await mailbox.close();
    await t.remove();
  });
  beforeEach(() => {
    mailbox.received.length = 0;
    mailbox.refuseWith(0);
    t.logged.length = 0;
  });

  const share = (id: string, json: object) =>
    t.send('POST', `/api/bookmarks/${id}/share/email`, { token, json });

  async function mailOf(id: string, json: object): Promise<Received> {
    expect((await share(id, json)).status).toBe(200);
    expect(await runDueJobs(t.server)).toEqual(['done']);
    expect(mailbox.received).toHaveLength(1);
    return mailbox.received[0]!;
  }

  it('sends the article as HTML with its images', async () => {
    const { id } = await saveArticle(t, ada, { note: 'Between us' });
    const answer = await share(id, { email: 'eve@example.org' });
    expect(await answer.json()).toEqual({ status: 200, message: 'Email sent to eve@example.org' });
    expect(await runDueJobs(t.server)).toEqual(['done']);
    const { mail, from, to } = mailbox.received[0]!;
    expect({ from, to }).toEqual({ from: 'leafmark@server.example', to: ['eve@example.org'] });
    expect(mail.subject).toBe('The harbour froze');
    expect(mail.date).toBe('2026-01-15T00:00:00.000Z');
    expect(mail.text).toContain('ada shares this page with you:');
    expect(mail.text).toContain('https://example.org/harbour');
    expect(mail.html).toContain('<p>The harbour froze, <b>all</b> of it.</p>');
    const [picture] = mail.attachments;
    expect(new Uint8Array(picture!.content as ArrayBuffer)).toEqual(PNG);
    expect(mail.html).toContain(`src="cid:${picture!.contentId!.replace(/[<>]/g, '')}"`);
    for (const own of ['to read', 'Between us']) expect(mail.html).not.toContain(own);
  });

  it.each(['html', 'epub'])(
    'has the name of a file from a disk, and not its address, as %s',
    async (format) => {
      const url = addressOfFile('ab'.repeat(32), 'my harbour.pdf');
      const { id } = await saveArticle(t, ada, { url, site: '', siteName: '' });
      const { mail } = await mailOf(id, { email: 'eve@example.org', format });
      expect(mail.text).toContain('my harbour.pdf');
      expect(`${mail.text}${mail.html}`).not.toContain('leafmark.invalid');
    },
  );

  it('gives to others no value that only the owner sets', async () => {
    const state = { isFavourite: true, isArchived: true, readProgress: 40, readAnchor: 'p' };
    const row = await saveArticle(t, ada, { ...state, note: 'Between us' });
    const { bookmark } = sharedItem(t.server, row);
    const own = [...STATE_FIELDS, 'labels'] as const;
    expect(pick(bookmark, own)).toEqual(pick(blankValues(), own));
    expect(bookmark.title).toBe('The harbour froze');
  });

  it.each(['html', 'epub'])('converts a large article to %s in another process', async (format) => {
    const article = `<section>${'<p>The harbour froze.</p>'.repeat(2000)}</section>`;
    const { id } = await saveArticle(t, ada, {}, article);
    const kinds: string[] = [];
    const run: RunTask = (kind, input) => {
      kinds.push(kind);
      return runDirectly(kind, input);
    };
    await share(id, { email: 'eve@example.org', format });
    const processes = processesThat(run);
    expect(await runDueJobs(t.another({ processes }).server)).toEqual(['done']);
    expect(kinds).toEqual([format === 'html' ? 'htmlPage' : 'chapter']);
    expect(mailbox.received).toHaveLength(1);
  });

  it('sends an EPUB that epubcheck accepts', { tags: ['full'] }, async () => {
    const { id } = await saveArticle(t, ada);
    const { mail } = await mailOf(id, { email: 'reader@example.org', format: 'epub' });
    expect(mail.text).toContain('It is attached as a book (EPUB)');
    expect(mail.html).toBeUndefined();
    const [book] = mail.attachments;
    expect(book).toMatchObject({
      filename: 'the-harbour-froze-2026-01-15.epub',
      mimeType: 'application/epub+zip',
    });
    const bytes = new Uint8Array(book!.content as ArrayBuffer);
    expect((await filesOf(bytes)).get('EPUB/chapter-1.xhtml')).toContain('images/1.png');
    // The book is the same on both databases, and the check takes seconds.
    if (databaseName === 'SQLite') expect(await epubcheck(bytes)).toEqual([]);
  });

  it('sets the reply address of the user', async () => {
    const json = { settings_email_reply_to: 'ada@home.example' };
    await t.send('PATCH', '/api/profile', { token, json });
    const { id } = await saveArticle(t, ada);
    const { mail } = await mailOf(id, { email: 'eve@example.org' });
    expect(mail.replyTo?.map(({ address }) => address)).toEqual(['ada@home.example']);
    await t.send('PATCH', '/api/profile', { token, json: { settings_email_reply_to: '' } });
  });

  it.each([
    'eve',
    'eve@example.org, mallory@example.org',
    'Eve <eve@example.org>',
    'eve@example.org\r\nBcc: mallory@example.org',
    `${'e'.repeat(120)}@example.org`,
    'eve@@example.org',
    '',
  ])('refuses %j as an address', async (email) => {
    const { id } = await saveArticle(t, ada);
    expect((await share(id, { email })).status).toBe(422);
    expect(await runDueJobs(t.server)).toEqual([]);
  });

  it('keeps titles from adding headers or recipients', async () => {
    const title = 'Hello\r\nBcc: mallory@example.org\r\n\r\n<b>body</b>';
    const { id } = await saveArticle(t, ada, { title });
    const { mail, to, raw } = await mailOf(id, { email: 'eve@example.org' });
    expect(to).toEqual(['eve@example.org']);
    expect(mail.bcc).toBeUndefined();
    expect(mail.subject).toBe('Hello Bcc: mallory@example.org <b>body</b>');
    expect(raw).not.toMatch(/^Bcc:/im);
  });

  it('cuts a long title between characters', async () => {
    const { id } = await saveArticle(t, ada, { title: `${'x'.repeat(199)}\u{1F331}y` });
    const { mail } = await mailOf(id, { email: 'eve@example.org' });
    expect(mail.subject).toBe('x'.repeat(199));
  });

  it('tries again when the mail server is busy, with the same message', async () => {
    const { id } = await saveArticle(t, ada);
    mailbox.refuseWith(451);
    await share(id, { email: 'eve@example.org' });
    expect(await runDueJobs(t.server)).toEqual(['put-back']);
    expect(mailbox.received).toEqual([]);
    mailbox.refuseWith(0);
    t.advance(HOUR_MS);
    expect(await runDueJobs(t.server)).toEqual(['done']);
    expect(mailbox.received).toHaveLength(1);
    expect(mailbox.received[0]?.mail.messageId).toMatch(/^<[\da-f-]{36}@server\.example>$/);
  });

  it('gives up a permanently refused message and logs no address', async () => {
    const { id } = await saveArticle(t, ada);
    mailbox.refuseWith(550);
    await share(id, { email: 'nobody@example.org' });
    expect(await runDueJobs(t.server)).toEqual(['done']);
    const [refused] = t.logged.filter(({ event }) => event === 'mail refused');
    expect(refused).toMatchObject({ level: 'warn', code: 'EENVELOPE', reply: 550 });
    expect(JSON.stringify(t.logged)).not.toContain('nobody@');
  });

  it('sends no password without TLS', async () => {
    // This address reaches the mail server but is not a name for this machine.
    const server = new URL(`smtp://ada:secret@0.0.0.0:${mailbox.port}`);
    const mailer = createMailer({ server, from: 'leafmark@server.example' });
    const now = t.server.now();
    const message = { to: 'eve@example.org', id: '1', date: now, subject: 'Hello', text: '' };
    expect(await mailer.send({ ...message, attachments: [] })).toMatchObject({
      ok: false,
      error: { isTemporary: true, code: 'ETLS' },
    });
    expect(mailbox.received).toEqual([]);
  });

  it('aborts the sending when the server stops and sends the message later', async () => {
    const { id } = await saveArticle(t, ada);
    await share(id, { email: 'eve@example.org' });
    const stopping = new AbortController();
    void mailbox.fallSilent().then(() => stopping.abort());
    const [job] = await t.storage.jobs.claim('mail', 1, LEASE_MS);
    const kind = mailJobs(t.server, createMailer(t.server.config.mail!));
    expect(await runJob(t.server, kind, job!, stopping.signal)).toBe('released');
    expect(await runDueJobs(t.server)).toEqual(['done']);
    expect(mailbox.received).toHaveLength(1);
  });

  it('sends nothing when the bookmark was deleted meanwhile', async () => {
    const { id } = await saveArticle(t, ada);
    await share(id, { email: 'eve@example.org' });
    await t.storage.bookmarks.delete(ada.id, [id]);
    expect(await runDueJobs(t.server)).toEqual(['done']);
    expect(mailbox.received).toEqual([]);
  });

  it('is offered only with a mail server', async () => {
    const features = async (server: TestServer) =>
      ((await (await server.send('GET', '/api/info')).json()) as { features: string[] }).features;
    expect(await features(t)).toContain('email');
    const silent = t.another({ config: { ...t.server.config, mail: null } });
    expect(await features(silent)).not.toContain('email');
    const { id } = await saveArticle(t, ada);
    const json = { email: 'eve@example.org' };
    const answer = await silent.send('POST', `/api/bookmarks/${id}/share/email`, { token, json });
    expect(answer.status).toBe(403);
  });
});
