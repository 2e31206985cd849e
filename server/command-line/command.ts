/** One word after `npm run rowhouse --`. */
export type Command = {
  readonly name: string;
  /** One line in the list of commands. */
  readonly summary: string;
  /** Printed by --help. */
  readonly usage: string;
  /** Answers the exit code. A Refusal or ConfigError that it throws is printed as its sentence, with exit code 1. */
  run(words: readonly string[]): Promise<number>;
};
