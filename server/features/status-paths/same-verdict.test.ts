// The server reads a record as PostgreSQL writes it, the browser as the contract does: the verdict is the same.
import { dataTypes } from '@rowhouse/domain/fields/data-types.ts';
import { judgeTransition } from '@rowhouse/domain/status-paths/judge-transition.ts';
import type { StatusPath } from '@rowhouse/domain/status-paths/path-of.ts';
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { expect, test } from 'vitest';
import { anyCondition, anyValue, pools, random } from '../../../testing/random-conditions.ts';
import { storedForm } from '../../platform/record-store/stored-forms.ts';

const cases = 100_000;

test(`the verdict on ${cases.toLocaleString('en')} random records is the same on both floors`, () => {
  const below = random(20_261_123);
  const pick = <One>(from: readonly One[]): One => from[below(from.length)] as One;
  const types = dataTypes.filter((type) => valueOf(type).family in pools);
  const differing: unknown[] = [];
  const verdicts = new Set<string | null>();
  for (let index = 0; index < cases; index += 1) {
    const fields = Array.from({ length: 1 + below(3) }, (_, place) => ({
      key: `f${place}`,
      dataType: pick(types),
    }));
    const conditions = fields.map((field) => anyCondition(field, pick, below));
    const held = new Map(
      fields.map(({ key, dataType }) => [key, below(5) === 0 ? null : anyValue(dataType, pick)]),
    );
    const path: StatusPath = {
      statuses: [
        { id: 1, name: 'Draft' },
        { id: 2, name: 'Sent' },
      ],
      steps: [
        {
          fromStatusId: below(4) === 0 ? null : 1,
          toStatusId: 2,
          roles: ['Clerk'],
          isOfRole: below(6) > 0,
          creator: pick(['ANYONE', 'ONLY_CREATOR', 'NOT_CREATOR']),
          conditions: below(10) === 0 ? null : conditions,
          words: 'so',
          needsComment: below(2) === 0,
        },
      ],
    };
    const move = {
      from: pick([null, 1, 2]),
      to: pick([2, 2, 2, null]),
      createdBy: pick([7, 8, null]),
      userId: 7,
    };
    const server = judgeTransition(path, {
      ...move,
      read(key) {
        const stored = held.get(key)?.[1];
        const dataType = fields.find((field) => field.key === key)?.dataType ?? 'string';
        return stored == null ? null : storedForm(dataType).read(stored);
      },
    });
    // The browser has the path as JSON, and cleared values as the empty text of a form.
    const told = JSON.parse(JSON.stringify(path)) as StatusPath;
    const browser = judgeTransition(told, {
      ...move,
      read: (key) => held.get(key)?.[0] ?? pick(['', null]),
    });
    verdicts.add(server.whyNot);
    if (server.whyNot !== browser.whyNot || server.needsComment !== browser.needsComment)
      differing.push({ path, move, held: [...held], server, browser });
  }
  expect(differing.slice(0, 3)).toEqual([]);
  expect(verdicts.size).toBeGreaterThan(5);
});
