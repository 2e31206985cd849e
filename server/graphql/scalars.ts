import { isDay, isInstant } from '@rowhouse/domain/kernel/dates.ts';
import { isStorableText } from '@rowhouse/domain/kernel/text-safety.ts';
import type { GraphQLScalarType, GraphQLSchema, ValueNode } from 'graphql';
import { GraphQLError, Kind, isScalarType, valueFromASTUntyped } from 'graphql';

const refuse = (sentence: string) => new GraphQLError(sentence, { extensions: { code: 'INVALID' } });

function whole(value: unknown, name: string, smallest: number): number {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < smallest) {
    throw refuse(`${name} must be a whole number from ${smallest} to ${Number.MAX_SAFE_INTEGER}.`);
  }
  return number;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw refuse('Text is expected here.');
  if (!isStorableText(value)) {
    throw refuse('The text holds a character that cannot be stored (NUL or half of a surrogate pair).');
  }
  return value;
}

const readers: Readonly<Record<string, (value: unknown) => unknown>> = {
  // 0 stands for a base field (Specification 7).
  Id: (value) => whole(value, 'An id', 0),
  SafeInt: (value) => whole(value, 'The number', Number.MIN_SAFE_INTEGER),
  Date: (value) => {
    if (typeof value !== 'string' || !isDay(value)) throw refuse('A date must be a real day as YYYY-MM-DD.');
    return value;
  },
  DateTime: (value) => {
    if (typeof value !== 'string' || !isInstant(value))
      throw refuse('A time must be a real instant as ISO 8601.');
    return new Date(value).toISOString();
  },
  String: text,
};

/** Gives the contract's scalars their rules; output is written as it comes, for operations return the wire shape. */
export function installScalars(schema: GraphQLSchema): void {
  for (const [name, read] of Object.entries(readers)) {
    const scalar = schema.getType(name);
    if (!isScalarType(scalar)) continue;
    const parseLiteral = (node: ValueNode): unknown => {
      if (node.kind === Kind.INT || node.kind === Kind.STRING) {
        if (name === 'String' && node.kind === Kind.INT) throw refuse('Text is expected here.');
        return read(node.value);
      }
      return read(valueFromASTUntyped(node));
    };
    Object.assign(scalar, {
      parseValue: read,
      coerceInputValue: read,
      parseLiteral,
      coerceInputLiteral: parseLiteral,
    } satisfies Partial<GraphQLScalarType>);
    if (name !== 'String') Object.assign(scalar, { serialize: same, coerceOutputValue: same });
  }
}

const same = (value: unknown): unknown => value;
