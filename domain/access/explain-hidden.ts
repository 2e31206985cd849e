// What a role does not see, for whoever administers roles. To the role itself it is not there.
import { baseFields, type BaseField } from '../fields/base-fields.ts';
import { additionalFieldKey } from '../fields/field.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { StoredRecordType, TenantConfig } from '../tenants/tenant-config.ts';
import { judgeAction, judgeAdditionalField, judgeBaseField, type FieldRule } from './decide.ts';
import { findAccessLine, type Explanation } from './explain.ts';
import { remedyOfAction, sayActionRule } from './say-access.ts';

/** Of a type that the role cannot open. */
export function explainClosedType(viewer: Viewer, type: StoredRecordType): Explanation {
  const { rule } = judgeAction(viewer, 'view', type.id);
  const about = { role: viewer.roleName, type: type.name, action: 'view' } as const;
  const because = sayActionRule(rule, about);
  return {
    isAllowed: false,
    rule,
    because,
    remedy: remedyOfAction(rule, about),
    steps: [{ words: because.replace(/\.$/, ''), isPassed: false }],
    decidedBy: null,
  };
}

const reasons: Partial<Record<FieldRule, string>> = {
  SWITCHED_OFF: 'the field is switched off',
  MISSING_ACTION: 'it is for roles that may delete records',
  DEFAULT_ACCESS: 'it has no access of its own, and the role sees no such fields',
};

/** Null where the type has no such field, or the role sees it. */
export function explainHiddenField(
  config: TenantConfig,
  viewer: Viewer,
  type: StoredRecordType,
  key: string,
): Explanation | null {
  const base: BaseField | undefined = baseFields.find(({ name }) => name === key);
  const stored = type.fields.find(({ id }) => additionalFieldKey(id) === key);
  if (type.isSuper || (base === undefined && stored === undefined)) return null;
  const { access, rule } =
    base === undefined ? judgeAdditionalField(viewer, stored!) : judgeBaseField(viewer, type.id, base);
  if (access !== 'NotAllowed') return null;
  const name = base?.label ?? stored!.name;
  const why = reasons[rule];
  const because = `${viewer.roleName} does not see ${name}${why === undefined ? '' : `: ${why}`}.`;
  return {
    isAllowed: false,
    rule,
    because,
    remedy: `An administrator can let ${viewer.roleName} see or change ${name}.`,
    steps: [
      { words: `${viewer.roleName} may open ${type.name}`, isPassed: true },
      { words: because.replace(/\.$/, ''), isPassed: false },
    ],
    decidedBy:
      rule === 'DEFAULT_ACCESS'
        ? { kind: 'role', id: viewer.roleId }
        : findAccessLine(config, viewer, type.id, stored?.id ?? key),
  };
}
