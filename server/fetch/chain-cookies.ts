import { CookieJar } from 'tough-cookie';

/** Names and values together. Many servers refuse a longer `Cookie` header. */
const MAX_COOKIE_HEADER_LENGTH = 8192;
/** As many as Chromium keeps for a site. */
const MAX_COOKIES = 180;

/** The cookies of one chain of redirects. Each request gets those of its host and path (RFC 6265). */
export class ChainCookies {
  readonly #jar = new CookieJar(undefined, { looseMode: true });
  #lengthLeft = MAX_COOKIE_HEADER_LENGTH;
  #cookiesLeft = MAX_COOKIES;

  /** Keeps the `Set-Cookie` headers of a response, as far as they are valid and there is room. */
  add(url: URL, headers: readonly string[] = []): void {
    for (const header of headers) {
      const [pair = ''] = header.split(';', 1);
      if (this.#cookiesLeft === 0) return;
      if (pair.length > this.#lengthLeft) continue;
      this.#cookiesLeft -= 1;
      this.#lengthLeft -= pair.length;
      this.#jar.setCookieSync(header, url.href, { ignoreError: true });
    }
  }

  /** Returns the headers for a request to `url`. */
  headers(url: URL): Readonly<Record<string, string>> {
    const cookie = this.#jar.getCookieStringSync(url.href);
    return cookie === '' ? {} : { cookie };
  }
}
