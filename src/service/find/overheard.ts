const THIS_COMPUTER = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether what is sent to that address can be read on its way to another computer. */
export function canBeOverheard(base: string): boolean {
  const { protocol, hostname } = new URL(base);
  return protocol === 'http:' && !THIS_COMPUTER.test(hostname);
}
