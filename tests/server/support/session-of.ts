/** Returns the session cookie that a response sets or clears, as a browser sends it. */
export const sessionOf = (answer: Response): string =>
  (answer.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '';
