/** The session that an answer begins, or ends, as a browser sends it. */
export const sessionOf = (answer: Response): string =>
  (answer.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '';
