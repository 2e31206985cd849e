// What a file would change of the views that are saved for roles here.
import { invalid } from '../kernel/refusal.ts';
import { describeView } from './describe-view.ts';
import { draft } from './difference.ts';
import type { Draft } from './difference.ts';
import type { ViewPart } from './format.ts';
import type { Answers } from './match.ts';
import { keyOfView, matchViews, titleOfView } from './match-views.ts';

type ComparedViews = { readonly drafts: readonly Draft[]; readonly sameCount: number };

/** Refuses two of one name, and two with which the grids of one role would open. */
export function compareViews(
  given: readonly ViewPart[] | undefined,
  current: readonly ViewPart[],
  answers: Answers,
): ComparedViews {
  if (given === undefined) return { drafts: [], sameCount: 0 };
  refuseTwice(given, keyOfView, (one) => `${titleOfView(one)} stands in the file twice.`);
  refuseTwice(
    given.filter((one) => one.isDefault === true && one.enabled !== false),
    (one) => keyOfView({ ...one, name: '' }),
    ({ role, recordType }) => `${role} › ${recordType}: the file has more than one default view.`,
  );
  const { pairs } = matchViews(given, current, answers);
  const drafts = pairs.flatMap(({ given: one, current: other, key }): Draft[] => {
    if (other === null)
      return one.enabled === false
        ? []
        : [{ ...draft('views', key, 'NEW', titleOfView(one), one), about: sayContents(one) }];
    const changes = describeView(one, other);
    return changes.length === 0
      ? []
      : [{ ...draft('views', key, 'CHANGED', titleOfView(other), one), changes }];
  });
  return { drafts, sameCount: pairs.length - drafts.length };
}

function refuseTwice(
  views: readonly ViewPart[],
  keyFor: (view: ViewPart) => string,
  say: (view: ViewPart) => string,
): void {
  const known = new Set<string>();
  for (const one of views) {
    if (known.has(keyFor(one))) throw invalid(`${say(one)} Nothing was changed.`, 'text');
    known.add(keyFor(one));
  }
}

/** '2 conditions, default of the role' */
function sayContents({ filters = [], isDefault }: ViewPart): string {
  const conditions = `${filters.length} ${filters.length === 1 ? 'condition' : 'conditions'}`;
  return [filters.length === 0 ? [] : [conditions], isDefault === true ? ['default of the role'] : []]
    .flat()
    .join(', ');
}
