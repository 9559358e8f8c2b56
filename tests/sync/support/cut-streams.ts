import type { Fetch } from './world';

/** Cuts each stream with articles in the middle of a bookmark. */
export const cutAt =
  (...ids: readonly string[]) =>
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const sent = request.method === 'POST' ? await request.clone().text() : '';
    const answer = await fetch(request);
    if (!sent.includes('with_html":true')) return answer;
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    const places = ids.map((id) => text.indexOf(`Bookmark-Id: ${id}`)).filter((at) => at >= 0);
    if (places.length === 0) return new Response(Buffer.from(text, 'latin1'), answer);
    return new Response(Buffer.from(text.slice(0, Math.min(...places) + 100), 'latin1'), answer);
  };
