import { showDisabled } from '../kernel/formats.ts';
import type { ListId, RecordTypeId } from '../kernel/ids.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import type { ChoiceSource } from './import-field.ts';

type Named = { readonly id: number; readonly enabled: boolean };
export type FoundChoice = Named | 'several' | null;

const fold = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * What stands for a text in a field that takes only what is there: statuses, people by name or email, values of lists.
 * A value that is new to its list gets an id below zero until it is stored.
 */
export class ChoiceNames {
  readonly #config: TenantConfig;
  readonly #recordTypeId: RecordTypeId;
  readonly #indexes = new Map<string, Map<string, Named[]>>();
  readonly #created = new Map<number, { listId: ListId; text: string }>();

  constructor(config: TenantConfig, recordTypeId: RecordTypeId) {
    this.#config = config;
    this.#recordTypeId = recordTypeId;
  }

  find(source: ChoiceSource, text: string): FoundChoice {
    const found = this.#indexOf(source).get(fold(text)) ?? [];
    const enabled = found.filter((choice) => choice.enabled);
    if (new Set(enabled.map(({ id }) => id)).size > 1) return 'several';
    return enabled[0] ?? found[0] ?? null;
  }

  /** What a choice is called where it stands; '' for none. */
  nameOf(source: ChoiceSource, id: number): string {
    const config = this.#config;
    switch (source.kind) {
      case 'status':
      case 'problemCode':
        return (
          [...(source.kind === 'status' ? config.statuses : config.problemCodes).values()].find(
            (choice) => choice.id === id,
          )?.name ?? ''
        );
      case 'user':
        return [...config.members.values()].find((member) => member.id === id)?.name ?? '';
      case 'tenant':
        return [...config.targetTenants].find(([tenant]) => tenant === id)?.[1] ?? '';
      case 'list': {
        const found = config.lists.get(source.listId)?.values.find((value) => value.id === id);
        const person = found?.userId == null ? undefined : config.members.get(found.userId);
        return person?.name ?? found?.value ?? '';
      }
    }
  }

  /** Adds the text to its list, for now only here. */
  create(source: ChoiceSource & { kind: 'list' }, text: string): number {
    const id = -1 - this.#created.size;
    this.#created.set(id, { listId: source.listId, text: text.trim() });
    this.#indexOf(source).set(fold(text), [{ id, enabled: true }]);
    return id;
  }

  get createdCount(): number {
    return this.#created.size;
  }

  /** What an id below zero stands for. */
  created(id: number): { readonly listId: ListId; readonly text: string } {
    const created = this.#created.get(id);
    if (created === undefined) throw new Error(`No list value was created under ${id}.`);
    return created;
  }

  #indexOf(source: ChoiceSource): Map<string, Named[]> {
    const key = source.kind === 'list' ? `list ${source.listId}` : source.kind;
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = new Map();
      for (const { text, ...choice } of this.#list(source)) {
        // A grid, and so a file that was exported, says of a choice that it is disabled.
        for (const folded of choice.enabled ? [fold(text)] : [fold(text), fold(showDisabled(text))])
          index.set(folded, [...(index.get(folded) ?? []), choice]);
      }
      this.#indexes.set(key, index);
    }
    return index;
  }

  #list(source: ChoiceSource): (Named & { readonly text: string })[] {
    const config = this.#config;
    const people = [...config.members.values()];
    switch (source.kind) {
      case 'status':
      case 'problemCode':
        return [...(source.kind === 'status' ? config.statuses : config.problemCodes).values()]
          .filter((choice) => choice.recordTypeId === this.#recordTypeId)
          .map(({ id, name, enabled }) => ({ id, enabled, text: name }));
      case 'user':
        return people.flatMap(({ id, enabled, name, email }) =>
          [...new Set([name, email])].map((text) => ({ id, enabled, text })),
        );
      case 'tenant':
        return [...config.targetTenants].map(([id, name]) => ({ id, enabled: true, text: name }));
      case 'list':
        return (config.lists.get(source.listId)?.values ?? []).flatMap(({ id, enabled, value, userId }) => {
          const person = userId === null ? undefined : config.members.get(userId);
          const texts = new Set([value, ...(person === undefined ? [] : [person.name, person.email])]);
          return [...texts].map((text) => ({ id, enabled, text }));
        });
    }
  }
}
