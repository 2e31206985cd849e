import { createHash } from 'node:crypto';
import type { Connection, Submittable } from 'pg';
import { serialize } from 'pg-protocol';

/** Text with $1, $2 … and their values. Identifiers in the text come from the slot map only. */
export type Statement = {
  readonly text: string;
  readonly values?: readonly StatementValue[];
  /**
   * Parsed and planned once for a connection. Only for statements whose plan does not depend on their values: a plan
   * for any value uses no partial index and knows no frequency.
   */
  readonly isPrepared?: true;
  /**
   * Prepared as well, but there are as many texts of these as there are sets of fields that are changed, or ways to ask for
   * records: a connection keeps those that it used last. For any values: as those above, and so is what its triggers ask. For
   * its own: only parsed once, and planned each time.
   */
  readonly plannedFor?: 'any values' | 'its values';
  /**
   * Where its rows go one by one, as they come, in place of the answer. It is called each time the statement is sent, for what
   * came before a failure counts for nothing.
   */
  readonly takeRows?: () => (row: TextRow) => void;
};

/** The same, parsed and planned once for a connection. */
export const planOnce = (statements: readonly Statement[]): Statement[] =>
  statements.map((statement) => ({ ...statement, isPrepared: true }));

export type StatementValue = string | number | boolean | null | readonly (string | number)[];

/** Rows as PostgreSQL's text output, column by position: cheaper by far than row objects of parsed values. */
export type TextRow = (string | null)[];

/** The answer to one statement: its rows as text, and how many rows it touched. */
export type Answer = { readonly rows: readonly TextRow[]; readonly count: number };

function encode(value: StatementValue): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  return `{${value.map((item) => (typeof item === 'number' ? String(item) : `"${item.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}

type ProtocolConnection = {
  parse(query: { name?: string; text: string; types?: number[] }): void;
  bind(query: { statement?: string; values: (string | null)[] }): void;
  execute(query: { portal?: string; rows?: number }): void;
  close(query: { type: 'S'; name: string }): void;
  sync(): void;
  /** Of a socket; the embedded database has none. */
  stream: { write?: (bytes: Buffer) => void };
};

const encodeAll = ({ values }: Statement): (string | null)[] => (values ?? []).map(encode);

const executeMessage = serialize.execute({});
const syncMessage = serialize.sync();

const parseMessages = new Map<string, Buffer>();
const mostParseMessages = 500;

/** The text of a hot statement is put into its message once. */
function parseMessage(name: string, text: string): Buffer {
  const key = `${name} ${text}`;
  const known = parseMessages.get(key);
  if (known !== undefined) return known;
  const message = serialize.parse({ name, text });
  if (parseMessages.size >= mostParseMessages) parseMessages.clear();
  parseMessages.set(key, message);
  return message;
}

const mostPrepared = 200;
/** A change of one record takes some 25 kB of the database's memory, what asks for all fields of records 130 to 260. */
const mostUsedLast = 32;

const namesByText = new Map<string, string>();

/**
 * Made from the text, so that no two processes mean different statements by one name: behind a pooler the connection knows
 * the statements of others, and the wrong one would be carried out.
 */
export function preparedName(text: string): string {
  const known = namesByText.get(text);
  if (known !== undefined) return known;
  const name = `rowhouse_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  if (namesByText.size >= mostParseMessages) namesByText.clear();
  namesByText.set(text, name);
  return name;
}

/** The statements that one connection knows by name. */
class Prepared {
  readonly #names = new Map<string, string>();
  /** By text, the one used last at the end. */
  readonly #usedLast = new Map<string, string>();
  readonly #known = new Set<string>();
  #doubtful: string[] = [];

  /** '' is the unnamed statement, parsed each time. */
  nameOf({ text, isPrepared, plannedFor }: Statement): string {
    if (plannedFor !== undefined) return this.#nameOfUsed(text);
    if (isPrepared !== true) return '';
    const found = this.#names.get(text);
    if (found !== undefined) return found;
    if (this.#names.size >= mostPrepared) return '';
    const name = preparedName(text);
    this.#names.set(text, name);
    return name;
  }

  #nameOfUsed(text: string): string {
    const name = this.#usedLast.get(text) ?? preparedName(text);
    this.#usedLast.delete(text);
    this.#usedLast.set(text, name);
    const [oldest] = this.#usedLast;
    if (this.#usedLast.size > mostUsedLast && oldest !== undefined) {
      this.#usedLast.delete(oldest[0]);
      if (this.#known.delete(oldest[1])) this.#doubtful.push(oldest[1]);
    }
    return name;
  }

  /** Whether it was parsed before; from now on it is. */
  has(name: string): boolean {
    if (name === '') return false;
    const has = this.#known.has(name);
    this.#known.add(name);
    return has;
  }

  /** After a failure it is not known which statements of the batch were reached: all are closed and parsed anew. */
  forget(): void {
    this.#doubtful.push(...this.#known);
    this.#known.clear();
  }

  takeDoubtful(): string[] {
    const doubtful = this.#doubtful;
    this.#doubtful = [];
    return doubtful;
  }
}

const preparedByConnection = new WeakMap<Connection, Prepared>();

function preparedOf(connection: Connection): Prepared {
  const found = preparedByConnection.get(connection);
  if (found !== undefined) return found;
  const made = new Prepared();
  preparedByConnection.set(connection, made);
  return made;
}

/**
 * Several statements in one round trip and one transaction: the extended protocol keeps everything before its one
 * Sync together, and a failure rolls all of it back. Each statement has a snapshot of its own (READ COMMITTED).
 * A statement is unnamed, and so planned for its values, unless it says otherwise.
 */
export class StatementBatch implements Submittable {
  readonly results: TextRow[][] = [];
  /** How many rows each statement touched, from its command tag. */
  readonly counts: number[] = [];
  callback: ((error: Error | null, batch?: StatementBatch) => void) | undefined;
  readonly #statements: readonly Statement[];
  #rows: TextRow[] = [];
  #takeRow: (row: TextRow) => void;
  #prepared: Prepared | undefined;
  #error: Error | null = null;

  constructor(statements: readonly Statement[]) {
    this.#statements = statements;
    this.#takeRow = this.#takerOf(statements[0]);
  }

  #takerOf(statement: Statement | undefined): (row: TextRow) => void {
    return statement?.takeRows?.() ?? ((row) => void this.#rows.push(row));
  }

  submit(connection: Connection): void {
    const protocol = connection as unknown as ProtocolConnection;
    const { stream } = protocol;
    this.#prepared = preparedOf(connection);
    const doubtful = this.#prepared.takeDoubtful();
    if (stream.write === undefined) {
      for (const name of doubtful) protocol.close({ type: 'S', name });
      for (const statement of this.#statements) {
        const name = this.#prepared.nameOf(statement);
        if (!this.#prepared.has(name)) protocol.parse({ name, text: statement.text });
        protocol.bind({ statement: name, values: encodeAll(statement) });
        protocol.execute({});
      }
      protocol.sync();
      return;
    }
    // One buffer and one write: a write of many small ones costs three times the system call.
    const messages: Buffer[] = doubtful.map((name) => serialize.close({ type: 'S', name }));
    for (const statement of this.#statements) {
      const name = this.#prepared.nameOf(statement);
      if (!this.#prepared.has(name)) messages.push(parseMessage(name, statement.text));
      messages.push(serialize.bind({ statement: name, values: encodeAll(statement) }), executeMessage);
    }
    stream.write(Buffer.concat([...messages, syncMessage]));
  }

  handleDataRow(message: { fields: TextRow }): void {
    if (this.#error !== null) return;
    try {
      this.#takeRow(message.fields);
    } catch (error) {
      // Thrown from here it would end the process, not the request.
      this.#error = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleCommandComplete(message: { text: string }): void {
    this.results.push(this.#rows);
    this.#rows = [];
    this.#takeRow = this.#takerOf(this.#statements[this.results.length]);
    const count = /(\d+)$/.exec(message.text);
    this.counts.push(count ? Number(count[1]) : 0);
  }

  handleRowDescription(): void {}
  handlePortalSuspended(): void {}
  handleEmptyQuery(): void {
    this.results.push([]);
    this.counts.push(0);
    this.#takeRow = this.#takerOf(this.#statements[this.results.length]);
  }

  handleError(error: Error): void {
    this.#error = error;
    this.#prepared?.forget();
    this.callback?.(error);
    this.callback = undefined;
  }

  handleReadyForQuery(): void {
    if (this.#error === null) this.callback?.(null, this);
    else this.callback?.(this.#error);
    this.callback = undefined;
  }
}
