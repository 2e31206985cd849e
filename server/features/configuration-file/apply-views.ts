// Views of roles come in by the saves of the grids. They are judged by what is set up and not by what the importing administrator's
// role sees: each reader is told only of what their role sees.
import { describeView, writtenNoSum } from '@rowhouse/domain/configuration-file/describe-view.ts';
import type { ViewPart } from '@rowhouse/domain/configuration-file/format.ts';
import { foldName } from '@rowhouse/domain/configuration-file/match.ts';
import { matchViews, namedHere, titleOfView } from '@rowhouse/domain/configuration-file/match-views.ts';
import { linkColumns } from '@rowhouse/domain/configuration-file/view-needs.ts';
import type { GridFilterInput, GridOptionsInput } from '@rowhouse/domain/contract.generated.ts';
import { gridNameOf, noSum } from '@rowhouse/domain/grid-preferences/model.ts';
import { asSetUp } from '../../graphql/as-set-up.ts';
import type { StoredPreference } from '../grid-preferences/sql.ts';
import type { StoredDesign } from '../record-types/sql.ts';
import { unsaidHere } from './apply-conditions.ts';
import { readFilter } from './apply-dashboards.ts';
import { givableRoleOf } from './apply-types.ts';
import type { Gathered } from './gather.ts';
import { nameFields } from './named-fields.ts';
import type { NamedField } from './named-fields.ts';
import type { Moment } from './one-transaction.ts';
import { about, missing } from './step.ts';
import type { Saves, Step } from './step.ts';

export const applyViews: Step = async ({ context, now }, plan, saves) => {
  const current = now.configuration.views;
  const moment = { context: asSetUp(context), now };
  for (const { given, current: other, key } of matchViews(plan.given.views ?? [], current, plan.answers)
    .pairs) {
    if (!plan.isChosen(key)) continue;
    const called = namedHere(given, plan.answers);
    const stored = other === null ? null : now.views[current.indexOf(other)]!;
    if (other === null || stored === null) await make(called, moment, saves);
    else if (describeView(called, other).length > 0) await change(called, other, stored, moment, saves);
  }
};

async function make(given: ViewPart, { context, now }: Moment, saves: Saves): Promise<void> {
  if (given.enabled === false) return;
  const place = titleOfView(given);
  const roleId = givableRoleOf(now, given.role, place);
  const design = designOf(given, now);
  const isHere = now.unsaidViews.some(
    (one) =>
      one.roleId === roleId &&
      one.recordTypeId === design.id &&
      foldName(one.savedName) === foldName(given.name),
  );
  if (isHere) throw unsaidHere(place);
  const data = {
    gridName: gridNameOf(design.id),
    savedName: given.name,
    roleId,
    isDefault: given.isDefault ?? false,
    gridOptions: readOptions(given, design, now),
  };
  await about(place, () => saves.registerUserGridPreferences({ data }, context));
}

/** What the file does not say of the grid stays as it is. */
async function change(
  given: ViewPart,
  current: ViewPart,
  { id, version }: StoredPreference,
  { context, now }: Moment,
  saves: Saves,
): Promise<void> {
  const { isDefault, enabled } = given;
  const merged = { ...current, ...given };
  const isOtherGrid = describeView({ ...merged, isDefault: current.isDefault }, current).length > 0;
  const data =
    enabled === false
      ? { id, version, enabled }
      : {
          id,
          version,
          savedName: given.name,
          ...(isDefault !== undefined && isDefault !== current.isDefault && { isDefault }),
          ...(isOtherGrid && { gridOptions: readOptions(merged, designOf(given, now), now) }),
        };
  await about(titleOfView(given), () => saves.updateUserGridPreferences({ data }, context));
}

function designOf(view: ViewPart, now: Gathered): StoredDesign {
  const found = now.recordTypes.find(
    (one) => one.enabled && foldName(one.name) === foldName(view.recordType),
  );
  if (found === undefined) throw missing(titleOfView(view), 'record type', view.recordType);
  return found;
}

function readOptions(view: ViewPart, design: StoredDesign, now: Gathered): GridOptionsInput {
  const place = titleOfView(view);
  const fields = nameFields(design, now);
  const fieldOf = (written: string): NamedField => {
    const found = fields.find((one) => foldName(one.written) === foldName(written));
    if (found === undefined) throw missing(place, 'field', written);
    return found;
  };
  const keyOf = (written: string): string =>
    linkColumns.includes(written) ? written.slice(1) : fieldOf(written).key;
  const optional = (written: string | null | undefined): string | null =>
    written == null ? null : keyOf(written);
  const readFilters = (filters: ViewPart['filters']): GridFilterInput[] =>
    (filters ?? []).map((filter) => {
      const read = readFilter(place, filter, fieldOf(filter.field));
      return { ...read, value: read.value as GridFilterInput['value'] };
    });
  const { pinned, layout } = view;
  return {
    orderedFields: (view.columns ?? []).map(keyOf),
    hiddenFields: (view.hidden ?? []).map(keyOf),
    pinnedColumns: { left: (pinned?.left ?? []).map(keyOf), right: (pinned?.right ?? []).map(keyOf) },
    widths: (view.widths ?? []).map(({ field, width }) => ({ field: keyOf(field), width })),
    filterModel: readFilters(view.filters),
    sortModel: (view.sorts ?? []).map(({ field, direction }) => ({ field: keyOf(field), sort: direction })),
    densityFactor: view.density ?? null,
    pageSize: view.pageSize ?? null,
    layout:
      layout == null
        ? null
        : {
            kind: layout.kind,
            field: optional(layout.field),
            sum: layout.sum === writtenNoSum ? noSum : optional(layout.sum),
          },
    groups: (view.groups ?? []).map(({ field, interval }) => ({
      field: keyOf(field),
      interval: interval ?? null,
    })),
    colours: (view.colours ?? []).map(({ name, tone, column, conditions }) => ({
      name,
      tone,
      column: optional(column),
      conditions: readFilters(conditions),
    })),
  };
}
