/** What Chromium tells of the connection, to workers as well; Firefox tells nothing. */
export interface ConnectionFacts {
  readonly saveData?: boolean;
  readonly type?: string;
}

/**
 * Whether what is not asked for shall be left out: somebody saves data, or pays for it by the byte.
 * @see https://developer.mozilla.org/en-US/docs/Web/API/NetworkInformation
 */
export const isMetered = (connection: ConnectionFacts | undefined): boolean =>
  connection?.saveData === true || connection?.type === 'cellular';
