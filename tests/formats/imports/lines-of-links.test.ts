import { describe, expect, it } from 'vitest';
import { recogniseFile } from '../../../src/formats';
import { blobOf, entriesOf, importOf } from './run';

const A = 'https://example.org/a';
const B = 'https://example.org/b';

describe('a list of addresses', () => {
  const two = (sign: string) => [
    `Pears: ${A}${sign}${B}`,
    [
      [A, 'Pears'],
      [B, ''],
    ],
  ];
  const archived = `https://archive.example/2024/${A}`;
  it.each([
    ...[';', ',', '|', ',|', '·'].map(two),
    [
      `${A}?b=1;${B}`,
      [
        [`${A}?b=1`, ''],
        [B, ''],
      ],
    ],
    [
      `${archived},${archived}/b`,
      [
        [archived, ''],
        [`${archived}/b`, ''],
      ],
    ],
    [`${A}|One`, [[A, 'One']]],
    [`${A}|One|fern`, [[A, 'One|fern']]],
    [`One|${A}`, [[A, 'One']]],
    // Signs of the address itself.
    [`${A}?c=${B},${B}`, [[`${A}?c=${B},${B}`, '']]],
    [`${A};b=1,2|One`, [[`${A};b=1,2`, 'One']]],
    [archived, [[archived, '']]],
  ])('has each address that signs without blanks divide: %s', async (line, wanted) => {
    const steps = await importOf('text', `${line}\n`);
    const found = steps.map((step) =>
      step.kind === 'entry' ? [step.entry.url, step.entry.title] : step,
    );
    expect(found.toSorted()).toEqual([...wanted].toSorted());
  });

  it.each([
    [
      'www.example.org/a\nwww.example.org/b\n',
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    [
      '- www.example.org/a One\n- [Two](www.example.org/b)\n',
      [
        ['a', 'One'],
        ['b', 'Two'],
      ],
    ],
    [
      'One: WWW.example.org/a, www.example.org/b\n',
      [
        ['a', 'One'],
        ['b', ''],
      ],
    ],
  ])('may have its addresses without the scheme: %j', async (file, wanted) => {
    expect(await recogniseFile(blobOf(file))).toEqual({ ok: true, value: 'text' });
    const found = (await entriesOf('text', file)).map(({ url, title }) => [url, title]);
    expect(found.toSorted()).toEqual(
      wanted.map(([path, title]) => [`https://www.example.org/${path}`, title]),
    );
  });

  it('has the words of a title that are like an address without the scheme in the title', async () => {
    expect(await entriesOf('text', `${A} One - www.example.org\n`)).toMatchObject([
      { url: A, title: 'One - www.example.org' },
    ]);
    expect(await recogniseFile(blobOf('Say www. or ann@www.example.org\n'))).toMatchObject({
      ok: false,
    });
  });
});
