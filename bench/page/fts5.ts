import init from '@sqlite.org/sqlite-wasm';
import { indexText, parseTextQuery, patternOf } from '../../src/query';

/** An index of SQLite's FTS5 in memory, with the same tokens as ours. */
export async function openFts5() {
  const sqlite = await init();
  const db = new sqlite.oo1.DB(':memory:');
  db.exec(
    `CREATE VIRTUAL TABLE texts USING fts5(
       fields, text, content='', tokenize="unicode61 remove_diacritics 0")`,
  );
  const insert = db.prepare('INSERT INTO texts (fields, text) VALUES (?, ?)');
  const select = db.prepare('SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?');
  return {
    add(documents: readonly { readonly fields: readonly string[]; readonly text: string }[]) {
      db.transaction(() => {
        for (const { fields, text } of documents) {
          insert.bind([indexText(fields), indexText([text])]).stepReset();
        }
      });
    },
    /** Returns the number of results, at most `limit`. */
    search(query: string, limit: number): number {
      select.bind([matchOf(query), limit]);
      let found = 0;
      while (select.step()) found += 1;
      select.reset();
      return found;
    },
  };
}

function matchOf(query: string): string {
  const words = parseTextQuery(query).terms.flatMap(({ text, isPrefix }) => {
    const pattern = patternOf(text, isPrefix);
    if (pattern === null) return [];
    return `"${pattern.tokens.join(' ')}"${pattern.isPrefix ? '*' : ''}`;
  });
  return words.join(' ');
}
