import { expect, it, vi } from 'vitest';
import { withoutAnswer, type SentThing } from '../../edit-session/save-things.ts';
import { sendTo } from './save-lines.ts';
import type { LineId } from './line.ts';

vi.mock(import('../../platform/connection.ts'), async (original) => ({
  ...(await original()),
  doubtConnection: async () => undefined,
}));

const changed: SentThing<LineId> = {
  id: 4,
  version: 2,
  values: new Map([['f7', 'Nut']]),
  idempotencyKey: 'one edit',
};

it('sends a changed line again under its key when the answer is lost, and says when none comes', async () => {
  const sent: unknown[] = [];
  let losses = 1;
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { variables: { data: unknown[] } }).variables.data[0]);
    if (losses-- > 0) throw new TypeError('Failed to fetch');
    const row = { id: 4, version: 3, index: 1 };
    const answered = { lineItemsRow: row, lineItems: [], refusal: null, auditEntryId: 9 };
    return Response.json({ data: { createOrUpdateManyLineItems: [answered] } });
  });
  const patch = vi.fn<() => void>();
  expect(await sendTo(1, patch)([changed], 0)).toMatchObject([{ kind: 'saved', source: { version: 3 } }]);
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatchObject({ rowId: 4, version: 2, idempotencyKey: 'one edit' });
  expect(sent[1]).toEqual(sent[0]);

  losses = 3;
  patch.mockClear();
  expect(await sendTo(1, patch)([changed], 0)).toEqual([withoutAnswer]);
  expect(patch).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});
