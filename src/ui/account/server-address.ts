/** How a server is called on the screen: its host with the path, without the scheme. */
export function nameOfServer(base: string): string {
  const { host, pathname } = new URL(base);
  return host + pathname.replace(/\/$/, '');
}

const THIS_COMPUTER = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether what is sent to that address can be read on its way to another computer. */
export function canBeOverheard(base: string): boolean {
  const { protocol, hostname } = new URL(base);
  return protocol === 'http:' && !THIS_COMPUTER.test(hostname);
}

/** The page of a server where somebody finds their tokens and the apps that they let in. */
export const profilePage = (base: string): string => `${base}/profile`;
