import { mayOnRecordType } from '@rowhouse/domain/access/decide.ts';
import { findAuthorisedRecordType } from '@rowhouse/domain/access/authorised-record-type.ts';
import { listTransmissionFields } from '@rowhouse/domain/transmissions/fields.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { answer, remind, findConversationsOf, findToAnswer } from './conversations.ts';
import { previewMapping } from './dry-run.ts';
import { findLog, findOfRecord, findOne, resend } from './log.ts';
import { nameKept } from './name-kept.ts';
import { approveOffer, declineOffer, showOffer } from './offered-mappings.ts';
import { createOwnMapping, showMapping, updateOwnMapping } from './own-mappings.ts';
import type { RecordTransmitting } from './record-transmitting.ts';
import { findUntranslated, translateValue } from './untranslated.ts';
import { readMappings, readOffers, readTargets, selectMappings, selectOffers, selectTargets } from './sql.ts';

type TransmissionsOperations = Pick<
  OperationTable,
  | 'findTransmissions'
  | 'findTransmission'
  | 'previewTransmissionMapping'
  | 'resendTransmission'
  | 'findRecordTransmissions'
  | 'getTargetTenantsByRecordType'
  | 'findTransmissionMappings'
  | 'findTransmissionChoices'
  | 'createTransmissionMapping'
  | 'updateTransmissionMapping'
  | 'approveTransmissionMapping'
  | 'declineTransmissionMapping'
  | 'findUntranslatedTransmissionValues'
  | 'translateTransmissionValue'
  | 'findRecordConversations'
  | 'findConversationsToAnswer'
  | 'answerConversation'
  | 'remindConversation'
>;

type Parts = {
  readonly database: Database;
  readonly configs: TenantConfigCache;
  readonly log: Log;
  readonly records: RecordTransmitting;
  readonly runner: Pick<BackgroundRunner, 'wake'>;
};

export const transmissionsOperations = (parts: Parts): TransmissionsOperations => ({
  async getTargetTenantsByRecordType({ data }, { authorise, config, readTogether }) {
    const { type, sources, fields } = authorise(data.recordTypeId);
    // Where the field is hidden, so are the tenants that it could name.
    if (!fields.has('targetTransmissionTenant')) return [];
    const { answers } = await readTogether([
      selectTargets([type.id, ...sources.map((source) => source.type.id)]),
    ]);
    return readTargets(answers[0], (_type, field, value) => nameKept(config, field, value));
  },

  async findTransmissionMappings(_input, { viewer, config, read }) {
    const { answers } = await read([
      selectMappings(viewer.tenantId, null),
      selectOffers(viewer.tenantId, null),
    ]);
    return {
      own: readMappings(answers[0]).map((mapping) => showMapping(mapping, config)),
      offered: readOffers(answers[1]).map((offer) => showOffer(offer, config)),
    };
  },

  async findTransmissionChoices(_input, { viewer, config }) {
    return [...config.recordTypes.values()].flatMap(({ id, name, isSuper }) => {
      const recordType = isSuper ? null : findAuthorisedRecordType(config, viewer, id);
      if (recordType === null) return [];
      const fields = listTransmissionFields(config, recordType, viewer).map((field) => ({
        ...field,
        choices: field.choices === null ? null : [...field.choices],
      }));
      return [{ id, name, mayCreate: mayOnRecordType(viewer, 'create records', id), fields }];
    });
  },

  createTransmissionMapping: ({ data }, context) => createOwnMapping(data, context),

  updateTransmissionMapping: ({ data }, context) => updateOwnMapping(data, context),

  approveTransmissionMapping: ({ data }, context) => approveOffer(data, context),

  declineTransmissionMapping: ({ data }, context) => declineOffer(data.id, context),

  findTransmissions: ({ data, pagination }, context) =>
    findLog(data, pagination ?? { offset: 0, limit: 25 }, parts.records, context),

  findTransmission: ({ data }, context) => findOne(data, parts.records, context),

  previewTransmissionMapping: ({ data }, context) => previewMapping(data.id, parts, context),

  resendTransmission: ({ data }, context) => resend(data.id, parts, context),

  findUntranslatedTransmissionValues: (_input, context) => findUntranslated(context),

  translateTransmissionValue: ({ data }, context) => translateValue(data, parts.runner, context),

  findRecordTransmissions: ({ data }, context) => findOfRecord(data, parts.records, context),

  findRecordConversations: ({ data }, context) => findConversationsOf(data, parts.records, context),

  findConversationsToAnswer: ({ pagination }, context) =>
    findToAnswer(pagination ?? { offset: 0, limit: 25 }, parts.records, context),

  answerConversation: ({ data }, context) => answer(data, parts.records, context),

  remindConversation: ({ data }, context) => remind(data, parts.records, context),
});
