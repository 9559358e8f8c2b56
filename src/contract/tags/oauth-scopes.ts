import { SCOPES, type Scope } from '../permissions';

/** What a space-separated `scope` asks for: each known scope once, sorted; and the words that are none. */
export function parseScopes(scope: string): {
  readonly scopes: readonly Scope[];
  readonly unknown: readonly string[];
} {
  const words = new Set(scope.split(/\s+/).filter(Boolean));
  const scopes = SCOPES.filter((known) => words.delete(known));
  return { scopes: scopes.toSorted(), unknown: [...words] };
}

export const formatScopes = (scopes: readonly Scope[]): string =>
  [...new Set(scopes)].toSorted().join(' ');
