/** One thing that can be picked. Its id is text: that is how a value is stored, sent and put into an address. */
export type Option = {
  readonly id: string;
  readonly name: string;
  /** What is disabled can be shown where it stands, and cannot be newly chosen. */
  readonly enabled: boolean;
  /** A second line, such as an e-mail address. */
  readonly detail?: string;
  /** Why it cannot be chosen here, though it is offered elsewhere. */
  readonly whyNot?: string;
  /** Of an act that is switched on and off. */
  readonly ticked?: boolean;
};

/** What stands below the options and is done instead of chosen; it is given what was typed. */
export type OptionAct = {
  readonly id: string;
  readonly name: string;
  /** Of one that is switched on and off: the list stays open. */
  readonly ticked?: boolean;
  readonly run: (typed: string) => void;
};

/** Acts among the options of one list. */
export const asOptions = (acts: readonly OptionAct[]): readonly Option[] =>
  acts.map(({ id, name, ticked }) => ({ id, name, enabled: true, ...(ticked !== undefined && { ticked }) }));

/** As it reads where it stands: ui/ knows no domain, and says of it what showDisabled says. */
export const labelOf = ({ name, enabled }: Option): string => (enabled ? name : `${name} (Disabled)`);

export const mayChoose = ({ enabled, whyNot }: Option): boolean => enabled && whyNot === undefined;
