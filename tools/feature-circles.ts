// A feature of the server may use another, and is used by none of those that it uses: what two need stands below both.
import { isTest, type SourceFile } from './source-file.ts';

const inFeature = /^server\/features\/([^/]+)\//;
const featureOf = (file: string): string | undefined => inFeature.exec(file)?.[1];

export function findFeatureCircles(sources: readonly SourceFile[]): { place: string; sentence: string }[] {
  const imports = sources.flatMap(({ path, imports: all }) =>
    isTest(path)
      ? []
      : all.flatMap(({ to, line }) => {
          const [from, used] = [featureOf(path), featureOf(to)];
          return from === undefined || used === undefined || from === used
            ? []
            : [{ place: `${path}:${line}`, from, used }];
        }),
  );
  const usedBy = Map.groupBy(imports, ({ from }) => from);
  const reaches = (from: string, wanted: string, seen = new Set<string>()): boolean => {
    if (from === wanted) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return (usedBy.get(from) ?? []).some(({ used }) => reaches(used, wanted, seen));
  };
  const circles = imports.filter(({ from, used }) => reaches(used, from));
  // Told once a circle, at its first import.
  const features = ({ from }: { from: string }) =>
    [...usedBy.keys()].filter((other) => reaches(from, other) && reaches(other, from)).join(', ');
  return [...Map.groupBy(circles, features)].map(([among, [first]]) => ({
    place: first!.place,
    sentence: `Features of the server use one another in one direction: what two need stands in platform/. (${among})`,
  }));
}
