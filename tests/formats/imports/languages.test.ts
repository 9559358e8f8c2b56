import { describe, expect, it } from 'vitest';
import { recogniseFile } from '../../../src/formats';
import { usesOf } from '../../../src/formats/imports/columns';
import { readTable } from '../../../src/formats/imports/read-table';
import { at, blobOf, entriesOf } from './run';

const A = 'https://example.org/a';

async function only(file: string) {
  const format = await recogniseFile(blobOf(file));
  if (!format.ok || format.value === 'bundle') throw new Error(JSON.stringify(format));
  const entries = await entriesOf(format.value, file);
  expect(entries).toHaveLength(1);
  return entries[0];
}

describe('a table in another language', () => {
  it.each([
    ['Titre,Lien,Étiquettes,Ajouté le,Commentaire'],
    ['タイトル,URL,タグ,追加日,メモ'],
    ['Título,Enlace,Etiquetas,Fecha de creación,Comentario'],
    ['Titolo,Collegamento,Etichette,Aggiunto il,Commento'],
    ['Título,Endereço,Marcadores,Criado em,Comentário'],
    ['Tytuł,Adres,Etykiety,Dodano,Notatki'],
    ['标题,网址,标签,日期,备注'],
  ])('has its columns: %s', async (header) => {
    const found = await only(`${header}\nOne,${A},"x, y",2026-01-01,Why\n`);
    const wanted = { url: A, title: 'One', labels: ['x', 'y'], note: 'Why' };
    expect(found).toMatchObject({ ...wanted, created: at('2026-01-01') });
  });

  it.each([
    ['Favori', 'favourite'],
    ['Lu', 'read'],
    ['Leído', 'read'],
    ['お気に入り', 'favourite'],
    ['未読', 'unread'],
  ])('says what is done with a page: %s', (name, use) => {
    expect(usesOf(readTable(`url,${name}\n${A},1\n`))).toEqual(['url', use]);
  });

  it('has no use for a column of another name', () => {
    expect(usesOf(readTable(`url,Größe\n${A},1\n`))).toEqual(['url', null]);
  });
});

describe('a date in words', () => {
  it.each([
    ['3 mai 2024', '2024-05-03'],
    ['3. Mai 2024', '2024-05-03'],
    ['3 mai 2024 10:05', '2024-05-03T10:05:00Z'],
    ['3 de mayo de 2024', '2024-05-03'],
    ['3 мая 2024', '2024-05-03'],
    ['2024年5月3日 10:05', '2024-05-03T10:05:00Z'],
    ['Fri May 03 2024 10:00:00 GMT+0200 (CEST)', '2024-05-03T08:00:00Z'],
    ['Fri May 03 2024 10:00:00 GMT+0200 (Mitteleuropäische Sommerzeit)', '2024-05-03T08:00:00Z'],
    ['May 3, 2024 10:05 PM', '2024-05-03T22:05:00Z'],
  ])('is read: %s', async (date, wanted) => {
    const found = await only(`url,created\n${A},"${date}"\n`);
    expect(found?.created).toBe(at(wanted));
  });

  it.each(['until 3 mai 2024', '35 mai 2024', 'some day in May'])('is none: %s', async (text) => {
    expect((await only(`url,created\n${A},"${text}"\n`))?.created).toBeNull();
  });
});

describe('the labels of a cell', () => {
  it.each([
    ['[fern,wall]', ['fern', 'wall']],
    ['[fern]', ['fern']],
    ['["fern","wall"]', ['fern', 'wall']],
    [`['fern', 'wall']`, ['fern', 'wall']],
    ['[{"name":"fern"},{"id":2,"name":"wall"}]', ['fern', 'wall']],
    ['[{"id":1,"label":"fern"}]', ['fern']],
    ['[]', []],
    ['[fern] wall', ['[fern] wall']],
    ['{fern,wall}', ['fern', 'wall']],
    ['{fern,"a wall, high","say \\"fern\\""}', ['fern', 'a wall, high', 'say "fern"']],
    [`{'fern', 'wall'}`, ['fern', 'wall']],
    ['{}', []],
    ['{fern}, {wall}', ['{fern}', '{wall}']],
  ])('are those of a list: %s', async (cell, labels) => {
    const file = `url,tags\n${A},"${cell.replaceAll('"', '""')}"\n`;
    expect((await only(file))?.labels).toEqual(labels);
  });
});
