// Which saved view of a role here is the one of the file. Role, record type and name say it: there is never more than one of them.
import type { PartName, ViewPart } from './format.ts';
import { foldName, keyOf } from './match.ts';
import type { Answers, Pair } from './match.ts';

type Named = Pick<ViewPart, 'role' | 'recordType' | 'name'>;

export const titleOfView = ({ role, recordType, name }: Named): string =>
  [role, recordType, name].join(' › ');

export const identifyView = ({ role, recordType, name }: Named): string =>
  JSON.stringify([role, recordType, name].map(foldName));

export const keyOfView = ({ role, recordType, name }: Named): string =>
  keyOf('views', role, recordType, name);

/** As role and record type are called here, where somebody said which ones are meant. */
export function namedHere<View extends Named>(view: View, answers: Answers): View {
  const here = (part: PartName, name: string) => answers.get(keyOf(part, name)) ?? name;
  return {
    ...view,
    role: here('roles', view.role),
    recordType: here('recordTypes', view.recordType),
  };
}

/** Of one that is only here, as differences go: by the names that the file has for its role and record type. */
export function keyOfLeftView(view: ViewPart, answers: Answers): string {
  const inFile = (part: PartName, name: string) => {
    const paths = [...answers].flatMap(([key, here]) => (here === name ? [JSON.parse(key) as string[]] : []));
    return paths.find((path) => path.length === 2 && path[0] === foldName(part))?.[1] ?? name;
  };
  return keyOfView({
    ...view,
    role: inFile('roles', view.role),
    recordType: inFile('recordTypes', view.recordType),
  });
}

export function matchViews(
  given: readonly ViewPart[],
  current: readonly ViewPart[],
  answers: Answers,
): { readonly pairs: readonly Pair<ViewPart>[]; readonly missing: readonly ViewPart[] } {
  const here = new Map(current.map((one) => [identifyView(one), one]));
  const pairs = given.map((one) => ({
    given: one,
    current: here.get(identifyView(namedHere(one, answers))) ?? null,
    key: keyOfView(one),
  }));
  const found = new Set(pairs.map((pair) => pair.current));
  return { pairs, missing: current.filter((one) => !found.has(one)) };
}
