import { partNames } from '@rowhouse/domain/configuration-file/format.ts';
import { writeConfiguration } from '@rowhouse/domain/configuration-file/write-file.ts';
import type { OperationTable } from '../../graphql/operation.ts';
import { gatherConfiguration } from './gather.ts';

export const configurationFileOperations: Pick<OperationTable, 'exportConfiguration'> = {
  async exportConfiguration(_input, { viewer, config, read }) {
    const run = async (statements: Parameters<typeof read>[0]) => (await read(statements)).answers;
    const { configuration } = await gatherConfiguration(viewer.tenantId, run);
    return {
      fileName: `${config.url}-configuration.json`,
      text: writeConfiguration(configuration),
      parts: partNames.map((part) => ({ part, count: configuration[part].length })),
    };
  },
};
