import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/service';
import { html, useExamined } from '../support/examined';
import { listenWith } from '../support/loopback';

const world = useExamined();

const writeOf = (findings: readonly Finding[]) => findings.find(({ step }) => step === 'write');

describe('the bookmark of the doctor', () => {
  it('is deleted when the connection breaks after it was created', async () => {
    const base = await world.opened(
      listenWith(async (request) => {
        const { pathname, search } = new URL(request.url);
        const body = request.method === 'POST' ? await request.arrayBuffer() : null;
        const { method, headers } = request;
        const answer = await fetch(world.real.base + pathname + search, { method, headers, body });
        const isCreate = method === 'POST' && pathname.endsWith('/bookmarks');
        return isCreate ? html(502) : answer;
      }),
    );
    const findings = await world.look(base);
    expect(writeOf(findings)).toMatchObject({ key: 'doctorNotWritten', values: ['server'] });
    const { client } = world.real.as(world.token);
    expect(await client.bookmarks.list()).toMatchObject({ value: { body: [] } });
  });

  it('is reported as possibly left when it cannot be searched after the connection broke', async () => {
    let isMade = false;
    const base = await world.proxied(({ method, url }) => {
      const isCreate = method === 'POST' && url.endsWith('/bookmarks');
      isMade ||= isCreate;
      return isCreate || (isMade && url.includes('/bookmarks?')) ? html(502) : undefined;
    });
    expect(writeOf(await world.look(base))).toMatchObject({
      step: 'write',
      outcome: 'bad',
      key: 'doctorPerhapsWritten',
      values: ['server', 'Leafmark check'],
      advice: expect.arrayContaining(['doctorTryDelete']),
    });
  });

  it.each([
    ['too large', () => html(413), ['doctorTryLargerAdmin']],
    ['broken', () => html(502), ['problemLater', 'doctorTryAdmin']],
    [
      'not allowed',
      () => Response.json({ status: 403, message: 'Forbidden' }, { status: 403 }),
      ['problemForbiddenDo', 'doctorTryAdmin'],
    ],
  ])('leads to matching advice where a write is %s', async (_, answer, advice) => {
    const base = await world.proxied(({ method, url }) =>
      method === 'POST' && url.endsWith('/bookmarks') ? answer() : undefined,
    );
    expect(writeOf(await world.look(base))).toMatchObject({
      step: 'write',
      outcome: 'bad',
      advice,
    });
  });
});
