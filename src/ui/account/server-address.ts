/** How a server is called on the screen: its host with the path, without the scheme. */
export function nameOfServer(base: string): string {
  const { host, pathname } = new URL(base);
  return host + pathname.replace(/\/$/, '');
}

/** The page of a server where somebody finds their tokens and the apps that they let in. */
export const profilePage = (base: string): string => `${base}/profile`;
