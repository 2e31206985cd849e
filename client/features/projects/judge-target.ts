import { mayNotPlace, whyNotPlaced } from '@rowhouse/domain/projects/rules.ts';
import type { RecordPath, TreeRecord } from './api.ts';
import { nameOf } from './tree-rows.ts';

/** What is known of a chosen record before anything is saved. */
export type Judgement = { readonly whyNot: string | null; readonly note: string | null };

/** Whether the records can stand under the one that was found; one circle is enough to say no. */
export function judgeTarget({ record: target, parents }: RecordPath, ids: ReadonlySet<number>): Judgement {
  const refuse = (whyNot: string | null): Judgement => ({ whyNot, note: null });
  if (!target.mayPlace) return refuse(mayNotPlace(nameOf(target)));
  if (!target.enabled) return refuse(`${nameOf(target)} is deleted.`);
  const above = [target, ...parents].find(
    (record): record is TreeRecord => record !== null && ids.has(record.id),
  );
  return refuse(above === undefined ? null : whyNotPlaced('cycle', nameOf(above), nameOf(target)));
}
