// What a grid asks before its first rows, asked while its code is on its way: for who opens an address in this browser
// for the first time, of whom nothing is kept (docs/decisions/079). A guess: what the page then asks otherwise it asks itself.
import { getFieldDefinitionsDocument, getMyFieldAccessDocument } from '../features/fields/api.ts';
import { defaultPreferenceDocument } from '../features/grid-preferences/api.ts';
import { userDetailsDocument } from '../features/identity/api.ts';
import { menuDocument, menuItemActionsDocument } from '../features/menu/api.ts';
import { arrangeMenu } from '../features/menu/arrange-menu.ts';
import { matchMenuItem } from '../features/menu/match-menu-item.ts';
import { findRecordTypeDocument } from '../features/records/record-type/api.ts';
import { recordsDocument } from '../features/records/api.ts';
import { askAhead } from '../platform/graphql/asked-first.ts';
import { sessionHeaders, type Document } from '../platform/graphql/request.ts';
import { getSession } from '../platform/session.ts';
import { findListValuesDocument } from '../values/choices/api.ts';
import { listsOf } from '../values/choices/lists-of.ts';

type Question<Result> = {
  readonly query: string;
  readonly variables: object;
  /** For its type alone. */
  readonly __result?: Result;
};

function question<Result, Variables extends object>(
  document: Document<Result, Variables>,
  variables: Variables,
): Question<Result> {
  return { query: document.toString(), variables };
}

type Answers<Questions extends readonly unknown[]> = {
  [At in keyof Questions]: Questions[At] extends Question<infer Result> ? Result | null : never;
};

const ask = async <const Questions extends readonly Question<unknown>[]>(
  ...questions: Questions
): Promise<Answers<Questions>> =>
  (await Promise.all(askAhead(questions, sessionHeaders()))) as unknown as Answers<Questions>;

/** Called by the script in client/index.html, for an address of the company. */
export async function askFirstQuestions(): Promise<void> {
  const { tenantPath } = getSession();
  const [menu] = await ask(
    question(menuDocument, {}),
    question(menuItemActionsDocument, {}),
    question(userDetailsDocument, {}),
  );
  if (menu === null || tenantPath === null) return;
  const item = matchMenuItem(arrangeMenu(menu.SaasMenu), location.pathname.slice(tenantPath.length))?.item;
  if (item?.hasRecordTypes !== true || item.recordType === null) return;
  const { id } = item.recordType;
  const [recordType, fields, , preference] = await ask(
    question(findRecordTypeDocument, { data: { id } }),
    question(getFieldDefinitionsDocument, { recordType: id }),
    question(getMyFieldAccessDocument, {}),
    question(defaultPreferenceDocument, { recordTypeId: id }),
  );
  if (recordType === null || fields === null || preference === null) return;
  const { toFirstRows } = await import('./first-rows.ts');
  const rows = toFirstRows(
    recordType.findRecordType,
    fields.getSaasRecordFieldsByRecordTypes,
    preference.getDefaultUserGridPreference,
  );
  // Their names with them: a value that has none yet reads as an empty one.
  const listIds = [...listsOf(fields.getSaasRecordFieldsByRecordTypes)];
  await ask(
    ...(rows === null ? [] : [question(recordsDocument, rows)]),
    ...(listIds.length === 0 ? [] : [question(findListValuesDocument, { data: { listIds } })]),
  );
}
