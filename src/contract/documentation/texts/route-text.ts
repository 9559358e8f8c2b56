import type { Api } from '../../api';

export interface RouteText {
  /** One line. */
  readonly summary: string;
  /** What a client should know besides, a sentence each. */
  readonly notes?: readonly string[];
}

export type TextsOf<Group extends keyof Api> = {
  readonly [Name in keyof Api[Group]]: RouteText;
};
