import type { Body } from '../../src/contract';
import { isFromOwnPage } from '../auth/origin';
import { findVisitor, isFormToken } from '../auth/session';
import type { Exchange } from '../http/exchange';
import { MAX_OPEN_BYTES } from '../http/limits';
import { refuse } from '../http/refusal';
import { readRequestBody } from '../http/request-body';
import type { Params } from '../http/route-path';
import { send } from '../http/send';
import { sendRefusal } from '../http/send-refusal';
import type { Server } from '../server';
import { entryOf } from './form-entry';
import { type PageAnswer, type PageRoute, seeOther, type Visit } from './page';
import { renderPage } from './render';
import { signInAddress } from './return-path';

const ANY_FORM: Pick<Body, 'form' | 'types'> = { form: {}, types: ['urlencoded'] };

/** Answers a request to a page: its form must be ours, and whoever has to sign in is sent to. */
export async function answerPage(
  server: Server,
  route: PageRoute,
  exchange: Exchange,
  params: Params,
): Promise<Response> {
  const isForm = route.method === 'POST';
  if (isForm && !isFromOwnPage(exchange)) return sendRefusal(exchange, refuse(403));
  const early = route.isOpen ? await route.admit?.(exchange) : null;
  if (early) return sendPage(exchange, early);
  const visitor = await findVisitor(server, exchange);
  // Whoever has to sign in first has nothing read of what they sent.
  if (!route.isOpen && visitor === null)
    return sendPage(exchange, seeOther(signInAddress(exchange)));
  const body = isForm
    ? await readRequestBody(exchange, ANY_FORM, {
        maxBytes: MAX_OPEN_BYTES,
        maxTextBytes: MAX_OPEN_BYTES,
        folder: server.config.uploadDir,
      })
    : null;
  if (body?.kind === 'too-large') return sendRefusal(exchange, refuse(413));
  if (body?.kind === 'invalid') return sendRefusal(exchange, refuse(400));
  try {
    const visit = { ...exchange, visitor, params, form: body?.source ?? null };
    return await sendPage(exchange, await answerTo(route, visit));
  } finally {
    await body?.dispose();
  }
}

async function answerTo(route: PageRoute, visit: Visit): Promise<PageAnswer> {
  if (route.isOpen) return route.answer(visit);
  const { visitor, form } = visit;
  if (visitor === null) return seeOther(signInAddress(visit));
  if (form && !isFormToken(visitor, entryOf(form, 'csrf'))) return refuse(403);
  return route.answer({ ...visit, visitor });
}

async function sendPage(exchange: Exchange, answer: PageAnswer): Promise<Response> {
  if ('kind' in answer) return sendRefusal(exchange, answer);
  if (answer.show === 'other') {
    return send(exchange, { status: answer.status, headers: { Location: answer.to } });
  }
  return send(exchange, {
    status: answer.status,
    type: 'text/html; charset=utf-8',
    body: await renderPage(answer.page),
    headers: {
      // What is on it is for one person, and may not be true a moment later.
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': answer.policy,
      ...answer.headers,
    },
  });
}
