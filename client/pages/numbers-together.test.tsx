// What a grid and a dashboard ask about the same records is one request, so that the server reads these once.
import { beforeEach, expect, test, vi } from 'vitest';
import { aggregate } from '../features/dashboards/api.ts';
import { findNumbers } from '../features/records/numbers/api.ts';

let sent: unknown[];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const content = JSON.parse(String(body)) as unknown;
    sent.push(content);
    const answer = { data: { aggregateRecords: { groups: [], total: [], groupsLeftOut: 0, asOf: '' } } };
    return Response.json(Array.isArray(content) ? content.map(() => answer) : answer);
  });
});

/** The measures of each request, in the order of what was asked. */
const asked = () =>
  sent.map((content) =>
    [content]
      .flat()
      .map(
        (one) =>
          (one as { variables: { data: { measures: { kind: string }[] } } }).variables.data.measures[0]?.kind,
      ),
  );

test('sums, groups and a chart of the same records travel together; those of others do not wait for them', async () => {
  const bills = { recordTypeId: 1, filters: [], search: 'oslo', timeZone: 'UTC' };
  await Promise.all([
    findNumbers({ ...bills, measures: [{ kind: 'SUM', field: 'f1' }] }),
    findNumbers({ ...bills, measures: [{ kind: 'COUNT' }], groups: [{ field: 'status' }] }),
    aggregate({ ...bills, measures: [{ kind: 'MAX', field: 'f2' }], groups: [{ field: 'status' }] }),
    findNumbers({ ...bills, search: 'rome', measures: [{ kind: 'MIN', field: 'f1' }] }),
    aggregate({ ...bills, recordTypeId: 2, measures: [{ kind: 'AVERAGE', field: 'f1' }] }),
    findNumbers({ ...bills, enabled: false, measures: [{ kind: 'FILLED', field: 'f1' }] }),
  ]);
  expect(asked()).toEqual([['SUM', 'COUNT', 'MAX'], ['MIN'], ['AVERAGE'], ['FILLED']]);
});

test('nothing waits for what is read by itself', async () => {
  const bills = { recordTypeId: 1, timeZone: 'UTC' };
  const field = 'f1';
  await Promise.all([
    aggregate({ ...bills, measures: [{ kind: 'SUM', field }] }),
    aggregate({ ...bills, measures: [{ kind: 'DISTINCT', field }] }),
    findNumbers({ ...bills, measures: [{ kind: 'COUNT' }] }),
  ]);
  expect(asked().toSorted((one, other) => one.length - other.length)).toEqual([
    ['DISTINCT'],
    ['SUM', 'COUNT'],
  ]);
});
