import type { IncomingMessage } from 'node:http';
import { type CompanionServer, startCompanion } from './companion-server.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { articleHtml } from './pages.ts';
import { addByAddress, isInstalled, openFromList, type Phone } from './phone.ts';
import { saveByKey } from './saving.ts';
import { signInByToken } from './signing-in.ts';
import { until } from './until.ts';
import type { World } from './world.ts';

/** The state of a bookmark whose page the server could not read. */
const FAILED = 1;

/** One account at a desk, by the extension, and on a sofa, by the web app on a phone. */
interface Places {
  readonly world: World;
  readonly server: CompanionServer;
  readonly phone: Phone;
  /** The way of the phone to the server. */
  readonly ofSofa: FaultyProxy;
  /** Signs the extension in, once. */
  signInDesk(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server. The extension has no account yet, and there is no phone. */
export async function startPlaces(world: World) {
  // The pages of the test are on this machine.
  const server = await startCompanion(['--allowed-networks', '127.0.0.1']);
  const ofDesk = await startFaultyProxy(server);
  const ofSofa = await startFaultyProxy(server);
  let isSignedIn = false;
  return {
    world,
    server,
    ofSofa,
    async signInDesk() {
      if (!isSignedIn) await signInByToken(world.browser, ofDesk.base, await server.newToken());
      isSignedIn = true;
    },
    async stop() {
      await ofDesk.stop();
      await ofSofa.stop();
      await server.stop();
    },
  };
}

/** Signs in on a phone. `shown` is what its library shows then. */
export async function withPhone(
  places: Awaited<ReturnType<typeof startPlaces>>,
  phone: Phone,
  shown: string,
): Promise<Places> {
  await phone.open(`${places.ofSofa.base}/`);
  await phone.signIn();
  await phone.seesText(shown);
  return { ...places, phone };
}

/**
 * The ways of an article to a server that has its address and cannot read it. Each returns the title. The
 * first one needs an extension without an account.
 */
export const WAYS = [
  {
    way: 'a page that was saved before the sign-in',
    async bring(places: Places): Promise<string> {
      const { world } = places;
      const title = 'The local page';
      const url = serveToBrowsers(world, `http://127.0.0.1:${world.web.port}/local`, title);
      await saveByKey(world, url);
      await addInVain(places, url);
      await places.signInDesk();
      return title;
    },
  },
  {
    way: 'a page that is saved when its address is in the library',
    async bring(places: Places): Promise<string> {
      const { world } = places;
      await places.signInDesk();
      const title = 'The open page';
      const url = serveToBrowsers(world, `http://127.0.0.1:${world.web.port}/open`, title);
      await addInVain(places, url);
      await (await syncDesk(places, url)).close();
      await saveByKey(world, url);
      return title;
    },
  },
  {
    way: 'a page that the extension fetches',
    async bring(places: Places): Promise<string> {
      const { browser } = places.world;
      await places.signInDesk();
      const title = 'The fetched page';
      // The extension fetches no pages of this machine. The server does not find this host.
      const url = serveToBrowsers(places.world, 'http://journal.example/fetched', title);
      await addInVain(places, url);
      const library = await syncDesk(places, url);
      await library.evaluate(() => location.assign('#/get-articles'));
      await library.sees('1 bookmark');
      await browser.answer('allow', () => library.click('button', 'Get the articles'));
      await library.sees('Articles kept');
      await library.close();
      return title;
    },
  },
];

/** Opens the article on the phone, and again when its server is gone. */
export async function readOnSofa({ phone, ofSofa }: Places, title: string): Promise<void> {
  await openFromList(phone, ofSofa.base, title);
  await phone.seesText(wordsOf(title));
  await isInstalled(phone);
  ofSofa.cut();
  try {
    await phone.reload();
    await phone.seesText(wordsOf(title));
    await openFromList(phone, ofSofa.base, title);
    await phone.seesText(wordsOf(title));
    await phone.picture(`sofa-${title.replaceAll(' ', '-')}`);
  } finally {
    ofSofa.mend();
  }
}

/** Words of the article with this title. */
const wordsOf = (title: string) => `Only ${title} has these words.`;

/** Serves an article that the server may not read. Returns its address. */
function serveToBrowsers({ web }: World, url: string, title: string): string {
  const html = articleHtml({ title, middle: `<p>${wordsOf(title)}</p>` });
  web.on(url, (request, response) => {
    const status = isServer(request) ? 403 : 200;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end(status === 200 ? html : '<p>Only people may read this.</p>');
  });
  return url;
}

const isServer = ({ headers }: IncomingMessage): boolean =>
  headers['user-agent']?.includes('Leafmark') === true;

/** The phone adds the address, and says that the server could not load the page. */
async function addInVain({ phone, ofSofa, server }: Places, url: string): Promise<void> {
  const token = await server.newToken();
  await addByAddress(phone, ofSofa.base, url);
  await until('the server has tried to read it', async () => {
    const list = await server.send('GET', '/api/bookmarks', { token });
    const bookmarks = (await list.json()) as { readonly url: string; readonly state: number }[];
    return bookmarks.find((each) => each.url === url)?.state === FAILED;
  });
  await openFromList(phone, ofSofa.base, url);
  await phone.seesText('The page could not be loaded');
}

/** The library of the extension gets what the phone has added. Returns its page. */
async function syncDesk({ world }: Places, title: string) {
  const library = await world.browser.openOwn('library', '#/unread');
  await library.click('button', 'Sync now');
  await library.waitFor('link', title);
  return library;
}
