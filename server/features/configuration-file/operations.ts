import { createHash } from 'node:crypto';
import { reasonOf } from '@rowhouse/domain/audit-log/change-source.ts';
import { compareConfigurations, withNeeds } from '@rowhouse/domain/configuration-file/compare.ts';
import { partNames } from '@rowhouse/domain/configuration-file/format.ts';
import type { Configuration } from '@rowhouse/domain/configuration-file/format.ts';
import { listLeft } from '@rowhouse/domain/configuration-file/list-left.ts';
import { keyOf } from '@rowhouse/domain/configuration-file/match.ts';
import type { Answers } from '@rowhouse/domain/configuration-file/match.ts';
import { readConfiguration } from '@rowhouse/domain/configuration-file/read-file.ts';
import { writeConfiguration } from '@rowhouse/domain/configuration-file/write-file.ts';
import { writeTakenAway } from '@rowhouse/domain/configuration-file/write-taken-away.ts';
import { writeUndo } from '@rowhouse/domain/configuration-file/write-undo.ts';
import type { ConfigurationAnswerInput, ConfigurationUndo } from '@rowhouse/domain/contract.generated.ts';
import { Refusal, invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { requireStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import type { MemberContext, OperationTable } from '../../graphql/operation.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { applyConfiguration, takeAway } from './apply.ts';
import type { Saves } from './step.ts';
import { gatherConfiguration } from './gather.ts';
import type { Gathered } from './gather.ts';
import { touchedBy } from './touched-by.ts';

type Names = 'exportConfiguration' | 'compareConfiguration' | 'applyConfiguration';
/** Of the name by which the audit log knows it. */
const longestFileName = 200;

type Background = { wake(): void };

/** @param formulas goes on with what a changed formula comes to, once it is committed */
export const configurationFileOperations = (
  saves: Saves,
  formulas: Background,
): Pick<OperationTable, Names> => ({
  async exportConfiguration(_input, context) {
    const { configuration, leftOut } = await gatherHere(context);
    return {
      fileName: `${context.config.url}-configuration.json`,
      text: writeConfiguration(configuration),
      parts: partNames.map((part) => ({ part, count: configuration[part].length })),
      leftOut: [...leftOut],
    };
  },

  async compareConfiguration({ data }, context) {
    const given = readConfiguration(data.text);
    const gathered = await gatherHere(context);
    const here = gathered.configuration;
    const { differences, sameCount, left } = compareConfigurations(given, here, readAnswers(data.answers));
    return {
      seal: sealOf(here),
      sameCount,
      left: left.map((one) => ({
        part: one.part,
        title: one.title,
        about: one.about,
        key: one.key,
        touches: touchedBy(one, gathered),
      })),
      differences: differences.map(({ changes, stays, needs, candidates, ...shown }) => ({
        ...shown,
        changes: [...changes],
        stays: [...stays],
        needs: [...needs],
        candidates: [...candidates],
      })),
    };
  },

  async applyConfiguration({ data }, context) {
    const given = readConfiguration(data.text);
    const answers = readAnswers(data.answers);
    const file = requireStorableText(data.fileName.trim().slice(0, longestFileName), 'fileName');
    const work = async (transaction: Transaction) => {
      const run = transaction.run.bind(transaction);
      const before = await gatherConfiguration(context.viewer.tenantId, run);
      const here = before.configuration;
      if (sealOf(here) !== data.seal) throw changedMeanwhile();
      const { differences, left } = compareConfigurations(given, here, answers);
      const [keys, away] = [new Set(data.chosen), new Set(data.takenAway ?? [])];
      if (keys.size + away.size === 0 || !isAmong(keys, differences))
        throw invalid('Choose from the differences between the file and what is here.', 'chosen');
      if (!isAmong(away, left)) throw invalid('Choose from what is here and not in the file.', 'takenAway');
      const chosen = withNeeds(differences, keys);
      const plan = {
        given,
        answers: new Map(answers),
        isChosen: (key: string) => chosen.has(key),
        made: new Set<string>(),
      };
      if (chosen.size > 0) await applyConfiguration(plan, saves, context, transaction);
      // By the names that things have by then.
      const leftNow = async () => {
        const { configuration } = await gatherConfiguration(context.viewer.tenantId, run);
        return listLeft(given, configuration, plan.answers).filter(
          ({ key }) => key !== null && away.has(key),
        );
      };
      if (away.size > 0) {
        await takeAway(writeTakenAway(await leftNow()), saves, context, transaction);
        const [stays] = await leftNow();
        if (stays !== undefined)
          throw invalid(`${stays.title} cannot be switched off here. Nothing was changed.`, 'takenAway');
      }
      const undo = planUndo(before, await gatherConfiguration(context.viewer.tenantId, run));
      await transaction.finish([]);
      return { applied: chosen.size + away.size, undo };
    };
    const asked = context.request.source ?? null;
    const reason = asked === null ? null : reasonOf(asked);
    const source =
      asked?.kind === 'UNDO'
        ? undefined
        : ({ kind: 'IMPORT', file, ...(reason !== null && { reason }) } as const);
    const applied = await context.write([], work, source);
    formulas.wake();
    return applied;
  },
});

function planUndo(before: Gathered, after: Gathered): ConfigurationUndo {
  const renamed = findRenamed(before, after);
  const undo = writeUndo(
    before.configuration,
    after.configuration,
    new Map(renamed.map(({ of, name }) => [of, name])),
    new Set(
      [...after.conditioned].flatMap(([key, part]) => (before.conditioned.get(key) === null ? [part] : [])),
    ),
  );
  const answers = renamed.map(({ key, name }) => ({ key, name }));
  const { differences } = compareConfigurations(
    undo,
    after.configuration,
    new Map(answers.map(({ key, name }) => [key, name])),
  );
  return {
    text: writeConfiguration(undo),
    seal: sealOf(after.configuration),
    answers,
    keys: differences.map(({ key }) => key),
  };
}

const isAmong = (keys: ReadonlySet<string>, things: readonly { readonly key: string | null }[]): boolean => {
  const known = new Set(things.map(({ key }) => key));
  return [...keys].every((key) => known.has(key));
};

/** What has another name than before: the names in the undo are the old ones. */
function findRenamed(before: Gathered, after: Gathered) {
  const parts = ['lists', 'objects', 'recordTypes', 'roles', 'portals', 'orderForms'] as const;
  const things = parts.flatMap((part) => {
    const now = new Map(after[part].map(({ id, name }) => [id, name]));
    return before[part].flatMap(({ id, name }) => {
      const next = now.get(id);
      return next === undefined || next === name
        ? []
        : [{ of: `${part}\n${name}`, key: keyOf(part, name), name: next }];
    });
  });
  const designs = new Map(after.recordTypes.map((design) => [design.id, design]));
  const fields = before.recordTypes.flatMap((design) => {
    const now = new Map((designs.get(design.id)?.fields ?? []).map(({ id, name }) => [id, name]));
    return design.fields.flatMap(({ id, name }) => {
      const next = now.get(id);
      if (next === undefined || next === name) return [];
      return [{ of: `fields\n${name}`, key: keyOf('recordTypes', design.name, 'fields', name), name: next }];
    });
  });
  return [...things, ...fields];
}

async function gatherHere({ viewer, read }: MemberContext): Promise<Gathered> {
  const run = async (statements: Parameters<typeof read>[0]) => (await read(statements)).answers;
  return gatherConfiguration(viewer.tenantId, run);
}

const readAnswers = (given: readonly ConfigurationAnswerInput[] | null | undefined): Answers =>
  new Map((given ?? []).map(({ key, name }) => [key, name ?? null]));

/** Whatever the file writes of a company: another one as soon as anything of that is otherwise. */
const sealOf = (configuration: Configuration): string =>
  createHash('sha256').update(writeConfiguration(configuration)).digest('hex');

const changedMeanwhile = () =>
  new Refusal(
    'CONFLICT',
    'Somebody changed what is set up here since the file was compared. Compare it again; nothing was changed.',
  );
