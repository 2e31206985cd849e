import { describe, expect, test } from 'vitest';
import { tenantId } from '../kernel/ids.ts';
import { headerOf, judgeOrderFile, orderFileKey, readOpportunities, readOptions } from './order-files.ts';
import type { OrderFileKind } from './order-files.ts';
import { parseCsv } from './parse-csv.ts';
import { indexOpportunities } from './search-opportunities.ts';

const own = tenantId(7);

function judge(kind: OrderFileKind, text: string) {
  const judging = judgeOrderFile(kind, own, text);
  for (;;) {
    const next = judging.next();
    if (next.done === true) return next.value;
  }
}

const opportunities = (...rows: string[]) => [headerOf('OPPORTUNITIES').join(','), ...rows].join('\r\n');
/** All eighteen cells, of which these are told. */
const row = (number: string, name = 'Harbor fleet', totalNet = '41880', more = '') =>
  `${name},${number},Harbor Cycle Works,Dealer,Whitfield,Dana,Approved,Ada Novak,${totalNet},10452,Road frames,Ada,Seattle,WA,Open,No,U1,Harbor${more}`;
const options = (...rows: string[]) => ['opportunityId,customer,option,tenant_id,price', ...rows].join('\n');

test('a file stands under the key of its company', () => {
  expect(orderFileKey(own, 'OPPORTUNITIES')).toBe('ais/7.csv');
  expect(orderFileKey(own, 'DEALER_OPTIONS')).toBe('ais/7-dealer-options.csv');
});

describe('rows of CSV', () => {
  const cells = (text: string) => [...parseCsv(text)].map((one) => one.cells);
  test.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\n1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a\tb\n1,5\t2',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'a,b\r1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa,b\n"x ""y"" z","1,2"\n',
      [
        ['a', 'b'],
        ['x "y" z', '1,2'],
      ],
    ],
    [
      'a,b\n"two\nlines",2\n',
      [
        ['a', 'b'],
        ['two\nlines', '2'],
      ],
    ],
    [
      'a,b\n\n,\n1,\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    [
      'a,b\n"1",\r\n',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['', []],
  ])('%j', (text, expected) => expect(cells(text)).toEqual(expected));

  test('are counted as a spreadsheet counts them', () =>
    expect([...parseCsv('a\n\n1\n2')].map((one) => one.row)).toEqual([1, 3, 4]));

  test('a broken quote is told of its row, and the rows after a misplaced one are read', () => {
    expect([...parseCsv('a,b\n"1"x,2\n3,4\n"5,6\n7,8')]).toEqual([
      { row: 1, cells: ['a', 'b'], whyNot: null },
      { row: 2, cells: ['1'], whyNot: 'A quote stands inside a quoted cell: write it twice.' },
      { row: 3, cells: ['3', '4'], whyNot: null },
      { row: 4, cells: [], whyNot: 'A quote in this row is never closed.' },
    ]);
  });
});

describe('a file of opportunities', () => {
  test('is taken, with its columns in any order and others passed over', () => {
    const text = 'extra,' + headerOf('OPPORTUNITIES').toReversed().join(',') + '\n';
    const cells = row('SPA-1').split(',').toReversed().join(',');
    expect(judge('OPPORTUNITIES', `${text}x,${cells}\n`)).toEqual({ rows: 1, faults: [], faultTotal: 0 });
    expect([...readOpportunities(`${text}x,${cells}\n`)]).toEqual([
      {
        opportunityName: 'Harbor fleet',
        spaOppNumber: 'SPA-1',
        account: 'Harbor Cycle Works',
        accountType: 'Dealer',
        contactName: { last: 'Whitfield', first: 'Dana' },
        spaStatus: 'Approved',
        accountManager: 'Ada Novak',
        totalNet: '41880',
        customerNumber: '10452',
        productList: 'Road frames',
        owner: 'Ada',
        city: 'Seattle',
        state: 'WA',
        status: 'Open',
        federal: 'No',
        repIndividualUserID: 'U1',
        customer: 'Harbor',
      },
    ]);
  });

  test('amounts are read as people write them', () => {
    const [first] = readOpportunities(opportunities(row('1', 'A', '"$41,880.50"')));
    expect(first?.totalNet).toBe('41880.50');
  });

  test('a formula stays the text that it is, without the apostrophe of a spreadsheet', () => {
    const text = opportunities(row('1', `"'=HYPERLINK(""http://x"")"`), row('2', '=1+1'));
    expect(judge('OPPORTUNITIES', text).faultTotal).toBe(0);
    expect([...readOpportunities(text)].map((one) => one.opportunityName)).toEqual([
      '=HYPERLINK("http://x")',
      '=1+1',
    ]);
  });

  test.each([
    ['an empty file', '', [1, '', 'The file is empty.']],
    [
      'a missing column',
      opportunities().replace('totalNet,', ''),
      [1, 'totalNet', 'The column totalNet is missing.'],
    ],
    ['no name', opportunities(row('1', '')), [2, 'opportunityName', 'opportunityName is required']],
    ['no number', opportunities(row('1'), row('')), [3, 'spaOppNumber', 'spaOppNumber is required']],
    [
      'one number twice',
      opportunities(row('1'), row('1')),
      [3, 'spaOppNumber', 'spaOppNumber 1 stands in an earlier row'],
    ],
    ['no amount', opportunities(row('1', 'A', 'much')), [2, 'totalNet', 'totalNet must be a number']],
    [
      'a row too long',
      opportunities(row('1', 'A', '1', ',x')),
      [2, '', 'This row has 19 cells; the header has 18.'],
    ],
    ['a broken quote', opportunities(row('1', '"A')), [2, '', 'A quote in this row is never closed.']],
  ])('%s is told by row and column', (_what, text, [at, column, sentence]) =>
    expect(judge('OPPORTUNITIES', text).faults).toEqual([{ row: at, column, sentence }]),
  );

  test('of many faults the first are told and all are counted', () => {
    const verdict = judge('OPPORTUNITIES', opportunities(...Array.from({ length: 1000 }, () => row(''))));
    expect(verdict.faults).toHaveLength(200);
    expect(verdict.faultTotal).toBe(1000);
  });
});

describe('a file of options', () => {
  test('is taken and read', () => {
    const text = options('SPA-1,Harbor,Hydraulic disc,7,"$260.00"', 'SPA-1,Harbor,Rim,7,');
    expect(judge('DEALER_OPTIONS', text)).toEqual({ rows: 2, faults: [], faultTotal: 0 });
    expect([...readOptions(text)]).toMatchObject([
      { opportunityId: 'SPA-1', option: 'Hydraulic disc', price: '260.00' },
      { option: 'Rim', price: '' },
    ]);
  });

  test('needs no column of prices', () =>
    expect(judge('DEALER_OPTIONS', 'opportunityId,customer,option,tenant_id\n1,a,b,7').faultTotal).toBe(0));

  test('of another company is refused by its rows', () =>
    expect(judge('DEALER_OPTIONS', options('SPA-1,Harbor,Rim,8,')).faults).toEqual([
      { row: 2, column: 'tenant_id', sentence: 'tenant_id must be 7, which is your company' },
    ]));

  test('names an option of an opportunity once', () =>
    expect(judge('DEALER_OPTIONS', options('1,a,Rim,7,', '2,a,Rim,7,', '1,a,Rim,7,')).faults).toEqual([
      { row: 4, column: 'option', sentence: 'This option of the opportunity stands in an earlier row' },
    ]));
});

test('what rules of options cannot mean is told by their rows, of each opportunity for itself', () => {
  const ruled = (...rows: string[]) =>
    ['opportunityId,customer,option,tenant_id,needs,excludes,group', ...rows].join('\n');
  const judged = judge(
    'DEALER_OPTIONS',
    ruled(
      '1,a,Lift,7,Axle B; Battery,,',
      '1,a,Axle A,7,,,Axle',
      '1,a,Axle B,7,,Battery,Axle',
      '1,a,Battery,7,,,',
      '1,a,Hook,7,Crane|Battery,,',
      '2,a,Rack,7,,Lift,',
      '2,a,Crane,7,,,',
    ),
  );
  expect(judged.faults).toEqual([
    {
      row: 2,
      column: 'needs',
      sentence: 'Lift can never be chosen: what it needs does not go together',
    },
    { row: 6, column: 'needs', sentence: 'This opportunity has no option Crane' },
    { row: 7, column: 'excludes', sentence: 'This opportunity has no option Lift' },
  ]);
});

describe('the search', () => {
  const index = indexOpportunities([
    ...readOpportunities(
      opportunities(
        row('SPA-3', 'Pearl of the harbor'),
        row('SPA-20', 'Harbor rental'),
        row('SPA-21', 'Front wheels'),
      ),
    ),
  ]);
  const numbers = (text: string) => index.search(text, 10).found.map((one) => one.spaOppNumber);
  test('finds all words anywhere, in any case', () => {
    expect(numbers('RENTAL harb')).toEqual(['SPA-20']);
    expect(numbers('spa-2')).toEqual(['SPA-20', 'SPA-21']);
    expect(numbers('nothing')).toEqual([]);
    expect(numbers('')).toHaveLength(3);
  });
  test('is the same letter by letter as at once, and after taking letters back', () => {
    for (const text of ['h', 'ha', 'har', 'harbor r', 'harbor', 'h', 'w']) {
      const anew = indexOpportunities(index.search('', 10).found).search(text, 10);
      expect(index.search(text, 10).total).toBe(anew.total);
    }
  });
  test('says how many there are beyond what it shows', () =>
    expect(index.search('spa', 1)).toMatchObject({ total: 3, found: [{}] }));
  test('finds one by its number', () => {
    expect(index.find('SPA-3')?.opportunityName).toBe('Pearl of the harbor');
    expect(index.find('SPA')).toBeNull();
  });
});
