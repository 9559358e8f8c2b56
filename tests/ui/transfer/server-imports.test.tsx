import { signal } from '@preact/signals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../src/domain/result';
import { unixMs } from '../../../src/domain/time';
import type { ImportCounts } from '../../../src/library';
import { importRepository } from '../../../src/library';
import type { Background } from '../../../src/messages/background-client';
import { ImportPage } from '../../../src/ui/transfer/import-page';
import { testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fakeBackground } from '../fake-background';
import { heldImporter } from './held-importer';

afterEach(() => {
  act(cleanup);
});

const BASE = 'https://there.example';
const ORIGINS = ['https://there.example/*'];
const PREVIEW: ImportCounts = {
  rows: 9,
  fresh: 5,
  here: 2,
  twice: 1,
  articles: 4,
  highlights: 3,
  broken: 1,
  newLabels: ['ice'],
  spellings: [],
  brokenRows: [{ row: 4, reason: 'broken', text: 'abc' }],
};
const CHOICES = {
  label: '',
  skipsDuplicates: true,
  isArchived: false,
  isRead: false,
  hasLabelsFromFolders: true,
  hasOneSpelling: true,
};

async function opened(answers: Partial<Background> = {}) {
  const { library } = await testLibrary();
  const background = fakeBackground(answers);
  const askForOrigins = vi.fn(async (_address: string) => ok(ORIGINS));
  const imports = library.part(importRepository);
  const view = render(
    <ImportPage
      library={Promise.resolve(library)}
      importer={importer}
      imageAccess={noImages}
      serverOrigins={async () => askForOrigins}
      background={background}
      getArticles={() => {}}
    />,
  );
  await waitFor(() => expect(button('From another server')).toHaveProperty('disabled', false));
  return { ...view, background, askForOrigins, imports };
}

/** The answer to a preview. */
const FOUND = { previewServer: async () => ok(ok({ base: BASE, preview: PREVIEW })) };

const noImages = async () => ({
  isAllowed: signal(false),
  request: async () => false,
  revoke: async () => {},
});
const importer = async () => heldImporter().importer;
const button = (name: string) => screen.getByRole('button', { name });
const click = (name: string) => fireEvent.click(button(name));
const type = (label: string, text: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value: text } });

async function look(address = 'there.example') {
  click('From another server');
  type('Address of the other server', address);
  type('API token', 'a-token');
  click('See what it has');
}

describe('an import from another server', () => {
  it('shows what is there, and starts with the choices of the person', async () => {
    const { background, askForOrigins, container } = await opened(FOUND);
    click('From another server');
    expect(await seriousFindings(container)).toEqual([]);
    await look();
    await screen.findByText('New pages: 5');
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(screen.getByLabelText('Archive them'));
    click('Import (7)');
    const choices = { ...CHOICES, isArchived: true };
    await waitFor(() =>
      expect(background.startServerImport).toHaveBeenCalledWith({
        base: BASE,
        token: 'a-token',
        allowed: ORIGINS,
        choices,
      }),
    );
    expect(background.previewServer).toHaveBeenCalledExactlyOnceWith({
      address: 'there.example',
      token: 'a-token',
      allowed: ORIGINS,
    });
    expect(askForOrigins.mock.calls).toEqual([['there.example'], [BASE]]);
  });

  it('says why nothing could be read, and keeps what was typed', async () => {
    await opened({
      previewServer: async () => ok(err({ kind: 'moved', detail: 'https://new.example' })),
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
      previewServer: async () => ok(err({ kind: 'unencrypted', detail: 'http://192.168.1.5' })),
    });
    await look('192.168.1.5');
    expect((await screen.findByRole('alert')).textContent).toMatch(/The token was not sent/);
    expect(await screen.findByText(/The connection is not encrypted/)).toBeTruthy();
    expect(screen.getByLabelText('Address of the other server')).toHaveProperty(
      'value',
      'http://192.168.1.5',
    );
  });

  it('closes the form when the import has begun, and keeps it open when it could not', async () => {
    for (const problem of [null, { kind: 'busy', detail: '' }]) {
      const { unmount } = await opened({ ...FOUND, startServerImport: async () => ok(problem) });
      await look();
      await screen.findByText('New pages: 5');
      click('Import (7)');
      if (problem === null) {
        await waitFor(() => expect(screen.queryByText('API token')).toBe(null));
      } else {
        expect((await screen.findByRole('alert')).textContent).toMatch(/not finished/);
      }
      unmount();
    }
  });

  it('gives the permission back when the person closes the preview', async () => {
    const { background } = await opened(FOUND);
    await look();
    await screen.findByText('New pages: 5');
    click('Cancel');
    const request = { allowed: ORIGINS };
    await waitFor(() => expect(background.cancelServerPreview).toHaveBeenCalledWith(request));
    expect(screen.queryByText('New pages: 5')).toBe(null);
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
    const { background } = await begun();
    await screen.findByText('Importing: 0 of 40');
    click('Pause');
    expect(background.pauseServerImport).toHaveBeenCalledOnce();
    expect(button('Choose a file')).toHaveProperty('disabled', true);
  });

  it('says why it waits, and that it goes on by itself', async () => {
    await begun('offline');
    expect(await screen.findByText(/does not answer.*will try again/)).toBeTruthy();
  });

  it('asks for a new token when the server has refused the old one', async () => {
    const { background, askForOrigins, container } = await begun('unauthorised');
    await screen.findByText(/does not accept the token any more/);
    expect(await seriousFindings(container)).toEqual([]);
    type('API token', 'a-new-token');
    click('Continue');
    const request = { token: 'a-new-token', allowed: ORIGINS };
    await waitFor(() => expect(background.continueServerImport).toHaveBeenCalledWith(request));
    expect(askForOrigins).toHaveBeenCalledWith('there.example');
  });

  it('can be ended', async () => {
    const { background, id } = await begun(null);
    await screen.findByText(/0 of 40 rows are done/);
    click('End it here');
    await waitFor(() => expect(background.endServerImport).toHaveBeenCalledWith({ job: id }));
  });
});
