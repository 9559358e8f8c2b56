import { signal } from '@preact/signals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ok, unixMs } from '../../../src/domain';
import type { ImportCounts } from '../../../src/library';
import { importRepository } from '../../../src/library';
import { ImportPage } from '../../../src/ui/transfer/import-page';
import { testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { heldImporter } from './held-importer';
import { heldServers } from './held-servers';

afterEach(() => {
  act(cleanup);
});

const BASE = 'https://there.example';
const ORIGINS = ['https://there.example/*'];
const PREVIEW: ImportCounts = {
  ...{ rows: 9, fresh: 5, here: 2, twice: 1, articles: 4, highlights: 3, broken: 1 },
  ...{ newLabels: ['ice'], brokenRows: [{ row: 4, reason: 'broken', text: 'abc' }] },
};
const CHOICES = {
  ...{ label: '', skipsDuplicates: true, isArchived: false, isRead: false },
  hasLabelsFromFolders: false,
};

type Answers = Parameters<typeof heldServers>[0];

async function opened(answers: Answers = {}) {
  const { library } = await testLibrary();
  const held = heldServers(answers);
  const imports = library.part(importRepository);
  const view = render(
    <ImportPage
      library={Promise.resolve(library)}
      importer={importer}
      imageAccess={noImages}
      servers={async () => held.servers}
      onChanged={vi.fn()}
    />,
  );
  await waitFor(() => expect(button('From another server')).toHaveProperty('disabled', false));
  return { ...view, ...held, imports };
}

const noImages = async () => ({
  ...{ isAllowed: signal(false), request: async () => false, revoke: async () => {} },
});
const importer = async () => heldImporter().importer;
const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(button(name));
const type = (label: string, text: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value: text } });

/** jsdom does not count a file that a test has set, so it would not let the button send the form. */
function sendFile(file: File): void {
  fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } });
  const form = button('Start on the server').closest('form');
  if (form !== null) fireEvent.submit(form);
}

async function look(address = 'there.example') {
  click('From another server');
  type('Address of the other server', address);
  type('API token', 'a-token');
  click('Look what is there');
}

describe('an import from another server', () => {
  it('shows what is there, and starts with the choices of the person', async () => {
    const { asked, container } = await opened({ preview: ok({ base: BASE, preview: PREVIEW }) });
    click('From another server');
    expect(await seriousFindings(container)).toEqual([]);
    await look();
    await screen.findByText('5 pages are new.');
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(screen.getByLabelText('Archive them'));
    click('Import 5 pages');
    await waitFor(() => expect(asked).toHaveLength(4));
    expect(asked).toEqual([
      ['askForOrigins', 'there.example'],
      ['preview', 'there.example', 'a-token', ORIGINS],
      ['askForOrigins', BASE],
      [
        'start',
        {
          ...{ base: BASE, token: 'a-token', allowed: ORIGINS },
          choices: { ...CHOICES, isArchived: true },
        },
      ],
    ]);
  });

  it('says why nothing could be read, and keeps what was typed', async () => {
    await opened({
      preview: { ok: false, error: { kind: 'moved', detail: 'https://new.example' } },
    });
    await look();
    expect((await screen.findByRole('alert')).textContent).toMatch(/https:\/\/new\.example/);
    expect(screen.getByLabelText('Address of the other server')).toHaveProperty(
      'value',
      'there.example',
    );
  });

  it('shows the address with http and its warning before the token is sent there', async () => {
    await opened({
      preview: { ok: false, error: { kind: 'unencrypted', detail: 'http://192.168.1.5' } },
    });
    await look('192.168.1.5');
    expect((await screen.findByRole('alert')).textContent).toMatch(/The token was not sent/);
    expect(await screen.findByText(/This connection is not encrypted/)).toBeTruthy();
    expect(screen.getByLabelText('Address of the other server')).toHaveProperty(
      'value',
      'http://192.168.1.5',
    );
  });

  it('closes the form when the import has begun, and keeps it open when it could not', async () => {
    const preview = ok({ base: BASE, preview: PREVIEW });
    for (const problem of [null, { kind: 'busy', detail: '' }]) {
      const { unmount } = await opened({ preview, problem });
      await look();
      await screen.findByText('5 pages are new.');
      click('Import 5 pages');
      if (problem === null) {
        await waitFor(() => expect(screen.queryByText('API token')).toBe(null));
      } else {
        expect((await screen.findByRole('alert')).textContent).toMatch(/not finished/);
      }
      unmount();
    }
  });

  it('gives the permission back when the person closes the preview', async () => {
    const { asked } = await opened({ preview: ok({ base: BASE, preview: PREVIEW }) });
    await look();
    await screen.findByText('5 pages are new.');
    click('Cancel');
    await waitFor(() => expect(asked.at(-1)).toEqual(['cancelPreview', ORIGINS]));
    expect(screen.queryByText('5 pages are new.')).toBe(null);
  });
});

describe('an import from another server that has begun', () => {
  /** @param problem undefined: it is not paused */
  async function begun(problem?: string | null) {
    const test = await opened();
    const job = { fileName: 'there.example', format: 'server', choices: CHOICES, total: 40 };
    const id = value(await test.imports.start({ ...job, startedAt: unixMs(1_700_000_000_000) }))!;
    value(await test.imports.resume(id));
    if (problem !== undefined) value(await test.imports.pause(id, problem));
    return { ...test, id };
  }

  it('shows its progress, and can be paused', async () => {
    const { asked } = await begun();
    await screen.findByText('Importing: 0 of 40 rows');
    click('Pause');
    expect(asked).toContainEqual(['pause']);
    expect(button('Choose a file')).toHaveProperty('disabled', true);
  });

  it('says why it waits, and that it goes on by itself', async () => {
    await begun('offline');
    expect(await screen.findByText(/does not answer.*tries again by itself/)).toBeTruthy();
  });

  it('asks for a new token when the server has refused the old one', async () => {
    const { asked, container } = await begun('unauthorised');
    await screen.findByText(/does not accept the token any more/);
    expect(await seriousFindings(container)).toEqual([]);
    type('New API token', 'a-new-token');
    click('Continue');
    await waitFor(() => expect(asked).toContainEqual(['goOn', 'a-new-token', ORIGINS]));
    expect(asked).toContainEqual(['askForOrigins', 'there.example']);
  });

  it('can be ended', async () => {
    const { asked, id } = await begun(null);
    await screen.findByText(/0 of 40 rows are done/);
    click('End it here');
    await waitFor(() => expect(asked).toContainEqual(['end', id]));
  });
});

describe('an import by the own server', () => {
  const ACCOUNT = { host: 'mine.example', isOAuth: false };

  it('sends a file with the choices of the person', async () => {
    const { asked, container } = await opened({ account: ACCOUNT });
    click('Let your server import');
    await screen.findByRole('heading', { name: 'Let mine.example import' });
    expect(await seriousFindings(container)).toEqual([]);
    const file = new File(['1'], 'pocket.csv');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: 'pocketFile' } });
    sendFile(file);
    const content = { kind: 'file', file, source: 'pocketFile' };
    await waitFor(() => expect(asked).toContainEqual(['startThere', content, CHOICES]));
  });

  it('sends the sign-in to wallabag', async () => {
    const { asked } = await opened({ account: ACCOUNT });
    click('Let your server import');
    await screen.findByRole('heading', { name: 'Let mine.example import' });
    fireEvent.change(screen.getByLabelText('From'), { target: { value: 'wallabag' } });
    for (const [label, text] of [
      ['Address of the wallabag server', 'https://w.example'],
      ['User name', 'ada'],
      ['Password', 'secret'],
      ['Client ID', '1'],
      ['Client secret', 'more'],
    ] as const) {
      type(label, text);
    }
    click('Start on the server');
    const content = {
      ...{ kind: 'wallabag', url: 'https://w.example', username: 'ada', password: 'secret' },
      ...{ clientId: '1', clientSecret: 'more' },
    };
    await waitFor(() => expect(asked).toContainEqual(['startThere', content, CHOICES]));
  });

  it('explains why a sign-in with the own page of the server is not enough', async () => {
    await opened({ account: { ...ACCOUNT, isOAuth: true } });
    click('Let your server import');
    await screen.findByText(/Servers let only API tokens import/);
    expect(screen.getByRole('link', { name: 'Sign in with a token' })).toHaveProperty(
      'href',
      expect.stringMatching(/options\.html$/),
    );
    expect(screen.queryByRole('button', { name: 'Start on the server' })).toBe(null);
  });

  it('says that nobody is signed in', async () => {
    await opened();
    click('Let your server import');
    await screen.findByText(/You are not signed in to a server/);
  });

  it('says what the server refused', async () => {
    const problem = { kind: 'too-large', detail: '' };
    await opened({ account: ACCOUNT, problem });
    click('Let your server import');
    await screen.findByRole('heading', { name: 'Let mine.example import' });
    sendFile(new File(['1'], 'a.html'));
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /larger than the server accepts/,
    );
  });

  it('shows its progress, and its end until the person has seen it', async () => {
    const there = { name: 'a.html', done: 20, total: 100, isFinished: false, problem: null };
    const { asked, unmount } = await opened({ there });
    await screen.findByText('Importing: 20 of 100 rows');
    unmount();
    await opened({ there: { ...there, done: 100, isFinished: true } });
    await screen.findByText(/The server has read 100 entries/);
    click('Close');
    expect(screen.queryByText(/The server has read 100 entries/)).toBe(null);
    expect(asked).toEqual([]);
  });
});
