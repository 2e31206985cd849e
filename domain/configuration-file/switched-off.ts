type Thing = Readonly<Record<string, unknown>> & { readonly name?: string; readonly route?: string };

/** How a file says that a thing is to be switched off: as little of it as tells which one is meant. */
export function switchedOff(member: string, one: Thing): Thing {
  const { role, recordType, lines, field, kind, from, to, name, route } = one as Readonly<
    Record<string, never>
  >;
  if (member === 'confinements') return { recordType, field, criteria: [] };
  if (member === 'mustNot') return { recordType, field, most: 'Editable' };
  if (member === 'transitions') return { from, to, enabled: false };
  if (member === 'fieldConditions')
    return lines === undefined ? { field, kind, enabled: false } : { lines, field, kind, enabled: false };
  if (member === 'views') return { name, role, recordType, enabled: false };
  if (member === 'access') return { recordType, fields: {} };
  return route === undefined ? { name, enabled: false } : { route, enabled: false };
}
