// Whoever sends a file, as the company knows them when its last byte has come: that is long after the first.
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { requireFileField } from '@rowhouse/domain/attachments/rules.ts';
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import { notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { Refusal } from '@rowhouse/domain/kernel/refusal.ts';
import { findGrantedMember } from '../../graphql/granted-member.ts';
import type { MemberContext } from '../../graphql/operation.ts';

export type UploaderParts = Parameters<typeof findGrantedMember>[0];

/** For which field a file is. */
type FileTarget = { readonly recordTypeId: number; readonly fieldKey: string };

/** Refuses who may not enter any more, and a field that the role may not use any more. */
export async function findUploader(
  parts: UploaderParts,
  who: Parameters<typeof findGrantedMember>[1],
  target: FileTarget,
  refuse: () => Refusal,
): Promise<MemberContext> {
  const member = await findGrantedMember(parts, who, { action: 'view' });
  if (!member) throw refuse();
  const recordType = findAuthorisedRecordType(
    member.config,
    member.viewer,
    recordTypeId(target.recordTypeId),
  );
  if (recordType === null) throw notFound('The record type');
  requireFileField(recordType, target.fieldKey);
  return member;
}
