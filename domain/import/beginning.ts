import { findViewer } from '../access/find-viewer.ts';
import { rulesOfType } from '../field-conditions/rules-of-type.ts';
import { sessionId, type RecordTypeId, type UserId } from '../kernel/ids.ts';
import { fillLine, judgeLine, type LineJudge } from '../line-items/rules.ts';
import { commentNeeded, judgeTransition } from '../status-paths/judge-transition.ts';
import { findStatusPath } from '../status-paths/path-of.ts';
import type { StoredLineItemType, TenantConfig } from '../tenants/tenant-config.ts';

/**
 * Says of the values of a row why a record cannot begin so, by the conditions of its fields or by the way of its status, or
 * null. Nobody can be asked for a comment while a file comes in: where one is needed, the row is refused.
 * @param importer null where nobody is named, who then has no role
 */
export function createBeginningRule(
  config: TenantConfig,
  typeId: RecordTypeId,
  importer: UserId | null,
): (values: ReadonlyMap<string, string>) => string | null {
  const viewer = importerOf(config, importer);
  const path = findStatusPath(config, viewer, typeId);
  const type = config.recordTypes.get(typeId);
  const rules = type === undefined ? null : rulesOfType(config, viewer, type);
  return (values) => {
    const fault = rules?.judge(null, values) ?? null;
    if (fault !== null) return fault.sentence;
    const status = values.get('status');
    if (path === null || status === undefined) return null;
    const move = {
      from: null,
      to: Number(status),
      createdBy: importer,
      userId: importer,
      read: (key: string) =>
        (key === 'createdBy' && importer !== null ? String(importer) : values.get(key)) ?? null,
    };
    const { whyNot, needsComment } = judgeTransition(path, move);
    return whyNot ?? (needsComment ? commentNeeded(path, move) : null);
  };
}

/** By field id. */
type LineTexts = Readonly<Record<string, string>>;

/**
 * The same of the lines that come with records, with what their choices fill and by the conditions of their fields: the line as
 * it is written, or why not.
 */
export function createLineRule(config: TenantConfig, type: StoredLineItemType, importer: UserId | null) {
  const by: LineJudge = { config, viewer: importerOf(config, importer) };
  return (given: LineTexts) => {
    const values = { ...given };
    fillLine(type, values, { before: null, given: type.fields.filter(({ id }) => id in given) }, by);
    return judgeLine(type, null, values, by);
  };
}

const importerOf = (config: TenantConfig, importer: UserId | null) =>
  importer === null ? null : findViewer(config, importer, sessionId(''));
