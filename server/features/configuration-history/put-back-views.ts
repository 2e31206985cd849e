// Views that are saved for roles, and what the grids of a role open with.
import { isDeepStrictEqual } from 'node:util';
import type { GridOptionsInput } from '@rowhouse/domain/contract.generated.ts';
import { noGridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import type { GridOptions } from '@rowhouse/domain/grid-preferences/model.ts';
import { seenOptions } from '@rowhouse/domain/grid-preferences/rules.ts';
import { asSetUp } from '../../graphql/as-set-up.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import {
  readDefaults,
  readPreferences,
  selectDefaultById,
  selectDefaultOfRole,
  selectPreferences,
} from '../grid-preferences/sql.ts';
import type { StoredPreference } from '../grid-preferences/sql.ts';
import { before, Gone, type Saves } from './back.ts';
import type { StoredEntry } from './sql.ts';

/** What was made is deleted; one that was deleted is the same one again, for its row was only switched off. */
export async function putBackView(
  entry: StoredEntry,
  { updateUserGridPreferences }: Saves,
  outer: MemberContext,
) {
  const { tenantId, userId } = outer.viewer;
  const { answers } = await outer.read([selectPreferences(tenantId, userId, [entry.entityId])]);
  const [kept] = readPreferences(answers[0]);
  if (kept === undefined || kept.roleId === null || kept.recordTypeId === null) throw new Gone();
  const context = asSetUp(outer);
  const { id, version } = kept;
  const {
    name,
    enabled,
    is_default: wasDefault,
    ...options
  } = entry.action === 'insert' ? { enabled: false } : before(entry);
  if (!kept.enabled && enabled !== true) throw new Gone();
  if (enabled === false) {
    await updateUserGridPreferences({ data: { id, version, enabled } }, context);
    return;
  }
  const data = {
    id,
    version,
    ...(name !== undefined && { savedName: String(name) }),
    ...(enabled === true && { enabled }),
    ...(wasDefault === true && !(await hasDefault(kept, outer)) && { isDefault: true }),
    ...(Object.keys(options).length > 0 && { gridOptions: optionsBefore(options, kept, context) }),
    // What was added to them goes, whatever became of its field.
    dropLeftOut: mayBeLeftOut.some((option) => option in options),
  };
  await updateUserGridPreferences({ data }, context);
}

/** What became the default since stays it. */
async function hasDefault({ roleId, recordTypeId }: StoredPreference, { viewer, read }: MemberContext) {
  if (roleId === null || recordTypeId === null) return true;
  const { answers } = await read([selectDefaultOfRole(viewer.tenantId, roleId, recordTypeId)]);
  return readDefaults(answers[0]).length > 0;
}

const mayBeLeftOut = ['filterModel', 'sortModel', 'groups', 'colours'] as const;

/** Without these it would show other records, or show them otherwise. A column that is gone is none of its readers. */
const meant = ['filterModel', 'sortModel', 'layout', 'groups', 'colours'] as const;

/** What the change was not about stays as it stands. */
function optionsBefore(
  was: Readonly<Record<string, unknown>>,
  { gridOptions, recordTypeId }: StoredPreference,
  { authorise }: MemberContext,
): GridOptionsInput {
  const { fields } = authorise(recordTypeId ?? 0);
  const whole: GridOptions = {
    ...noGridOptions,
    ...Object.fromEntries(Object.entries(was).filter(([, value]) => value !== null)),
  };
  const seen = seenOptions(whole, fields);
  if (!meant.every((option) => isDeepStrictEqual(seen[option], whole[option]))) throw new Gone();
  const changed = Object.fromEntries(Object.keys(was).map((key) => [key, seen[key as keyof GridOptions]]));
  return { ...seenOptions(gridOptions, fields), ...changed } as unknown as GridOptionsInput;
}

export async function putBackViewDefault(
  entry: StoredEntry,
  { registerUserGridPreferencesDefault, updateUserGridPreferencesDefault }: Saves,
  outer: MemberContext,
) {
  const { answers } = await outer.read([selectDefaultById(outer.viewer.tenantId, entry.entityId)]);
  const [kept] = readDefaults(answers[0]);
  if (kept === undefined || kept.roleId === null) throw new Gone();
  const { id, recordTypeId, roleId } = kept;
  const context = asSetUp(outer);
  const was = before(entry)['grid_preference_id'];
  if (was != null) {
    const data = { recordTypeId, gridPreferenceId: Number(was), roleId };
    await registerUserGridPreferencesDefault({ data }, context);
    return;
  }
  // It was deleted since, and with it what the grids opened with.
  if (!kept.enabled) throw new Gone();
  await updateUserGridPreferencesDefault({ data: { id, enabled: false } }, context);
}
