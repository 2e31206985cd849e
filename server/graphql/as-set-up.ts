import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { Viewer } from '@rowhouse/domain/kernel/viewer.ts';
import type { MemberContext } from './operation.ts';

/**
 * The same person, for whom all that is set up is open. Charts of shared dashboards and views of roles are judged so where an
 * administrator takes them from a file or the audit log: each reader is shown what their role sees anyway (decisions 082 and 016),
 * and whoever administers the company may read there what there is. The copy of the record types keeps this from what others are shown.
 */
export function asSetUp(context: MemberContext): MemberContext {
  const config = { ...context.config, recordTypes: new Map(context.config.recordTypes) };
  const grant = {
    menuItemIds: [],
    actions: new Set(['view'] as const),
    closed: new Set<never>(),
    isDirect: true,
  };
  const viewer: Viewer = {
    ...context.viewer,
    recordTypes: new Map([...config.recordTypes.keys()].map((id) => [id, grant])),
    fieldAccess: new Map(),
    defaultFieldAccess: 'ViewOnly',
  };
  return {
    ...context,
    config,
    viewer,
    authorise(id) {
      const found = findAuthorisedRecordType(config, viewer, recordTypeId(id));
      if (found === null) throw notFound('The record type');
      return found;
    },
  };
}
