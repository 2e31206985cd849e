import type { Connection, Submittable } from 'pg';

/** Text with $1, $2 … and their values. Identifiers in the text come from the slot map only. */
export type Statement = {
  readonly text: string;
  readonly values?: readonly StatementValue[];
};

export type StatementValue = string | number | boolean | null | readonly (string | number)[];

/** Rows as PostgreSQL's text output, column by position: cheaper by far than row objects of parsed values. */
export type TextRow = (string | null)[];

function encode(value: StatementValue): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  return `{${value.map((item) => (typeof item === 'number' ? String(item) : `"${item.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}

type ProtocolConnection = {
  parse(query: { name?: string; text: string; types?: number[] }): void;
  bind(query: { statement?: string; values: (string | null)[] }): void;
  execute(query: { portal?: string; rows?: number }): void;
  sync(): void;
  stream: { cork?: () => void; uncork?: () => void };
};

/**
 * Several statements in one round trip and one transaction: the extended protocol keeps everything before its one
 * Sync together, and a failure rolls all of it back. Each statement has a snapshot of its own (READ COMMITTED).
 * Statements are unnamed, so that each is planned for its values.
 */
export class StatementBatch implements Submittable {
  readonly results: TextRow[][] = [];
  /** How many rows each statement touched, from its command tag. */
  readonly counts: number[] = [];
  callback: ((error: Error | null, batch?: StatementBatch) => void) | undefined;
  readonly #statements: readonly Statement[];
  #rows: TextRow[] = [];
  #error: Error | null = null;

  constructor(statements: readonly Statement[]) {
    this.#statements = statements;
  }

  submit(connection: Connection): void {
    const protocol = connection as unknown as ProtocolConnection;
    protocol.stream.cork?.();
    for (const statement of this.#statements) {
      protocol.parse({ text: statement.text });
      protocol.bind({ values: (statement.values ?? []).map(encode) });
      protocol.execute({});
    }
    protocol.sync();
    protocol.stream.uncork?.();
  }

  handleDataRow(message: { fields: TextRow }): void {
    this.#rows.push(message.fields);
  }

  handleCommandComplete(message: { text: string }): void {
    this.results.push(this.#rows);
    this.#rows = [];
    const count = /(\d+)$/.exec(message.text);
    this.counts.push(count ? Number(count[1]) : 0);
  }

  handleRowDescription(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {
    this.results.push([]);
    this.counts.push(0);
  }

  handleError(error: Error): void {
    this.#error = error;
    this.callback?.(error);
    this.callback = undefined;
  }

  handleReadyForQuery(): void {
    if (this.#error === null) this.callback?.(null, this);
  }
}
