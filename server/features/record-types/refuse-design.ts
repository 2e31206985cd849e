// What of a record type is refused by what stands elsewhere in the company, when it is made and when it is changed.
import type {
  DesignMenuInput,
  FieldDesignInput,
  UpdateRecordTypeInput,
} from '@rowhouse/domain/contract.generated.ts';
import { invalid, notFound } from '@rowhouse/domain/kernel/refusal.ts';
import type { TenantId } from '@rowhouse/domain/kernel/ids.ts';
import type { MenuPlace } from '@rowhouse/domain/record-types/design.ts';
import { longestSection } from '@rowhouse/domain/record-types/limits.ts';
import { typeNameTaken } from '@rowhouse/domain/record-types/rules.ts';
import type { Transaction } from '../../platform/database/database.ts';
import {
  readObjects,
  readSections,
  selectGatherable,
  selectObjects,
  selectSections,
  selectTypeOfName,
} from './asking-sql.ts';
import { readIds } from './making-sql.ts';

export async function refuseNameTaken(
  transaction: Transaction,
  tenant: TenantId,
  name: string,
  except: number | null,
): Promise<void> {
  if (readIds(await transaction.one(selectTypeOfName(tenant, name, except))).length > 0)
    throw typeNameTaken(name);
}

/** What of another company is named reads as absent. */
export async function refuseUnknown(
  transaction: Transaction,
  tenant: TenantId,
  relatedIds: readonly number[],
  fields: readonly FieldDesignInput[],
  menu: MenuPlace | null,
): Promise<void> {
  const objects = [...new Set(fields.flatMap(({ objectDefinitionId }) => objectDefinitionId ?? []))];
  const [types, found, sections] = await transaction.run([
    selectGatherable(tenant, relatedIds),
    selectObjects(tenant, objects),
    selectSections(tenant),
  ]);
  if (readIds(types).length !== relatedIds.length) throw notFound('The record type');
  if (readObjects(found).length !== objects.length) throw notFound('The object');
  if (menu !== null && 'sectionId' in menu && !readSections(sections).some(({ id }) => id === menu.sectionId))
    throw notFound('The section of the menu');
}

export function readMenuPlace(menu: DesignMenuInput | null | undefined): MenuPlace | null {
  if (menu == null) return null;
  if (menu.sectionId != null) return { sectionId: menu.sectionId };
  const sectionName = menu.sectionName?.trim() ?? '';
  if (sectionName === '')
    throw invalid('Choose a section of the menu, or name a new one.', 'menu.sectionName');
  if (sectionName.length > longestSection)
    throw invalid(`The section has at most ${longestSection} characters.`, 'menu.sectionName');
  return { sectionName };
}

type PartsOfType = Pick<
  UpdateRecordTypeInput,
  'fields' | 'statuses' | 'problemCodes' | 'lineTypes' | 'numbering' | 'transitions' | 'fieldConditions'
>;

export function refuseForSuper(parts: PartsOfType): void {
  const { fields, statuses, problemCodes, lineTypes, numbering, transitions, fieldConditions } = parts;
  const given = [fields, statuses, problemCodes, lineTypes, transitions, fieldConditions].some(
    (one) => one != null && one.length > 0,
  );
  if (given || numbering != null)
    throw invalid(
      'A super type shows what the types that it gathers have: nothing of it is its own.',
      'isSuper',
    );
}
