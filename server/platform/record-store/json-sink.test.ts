import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../testing/any-character.ts';
import { constantJson, JsonSink } from './json-sink.ts';

const anyText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  // On both sides of the length from which text is written as a whole.
  fc.string({ unit: fc.constantFrom('a', 'é', '"', '\\', '\n', '\u007f', '€', '😀'), maxLength: 420 }),
  fc.constantFrom('\ud800', 'x\udfff', '', '\u0000'),
);

test('texts come out as JSON strings, constants and plain text as they are, however small the buffer was', () => {
  const sink = new JsonSink(1);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('string', 'constant', 'plain'), anyText)), (written) => {
      // What has no partner cannot stand in UTF-8 but within a JSON string.
      const parts = written.map(([kind, text]) => [kind, kind === 'string' ? text : text.toWellFormed()]);
      for (const [kind, text = ''] of parts) {
        if (kind === 'string') sink.writeString(text);
        else if (kind === 'plain') sink.writePlain(text);
        else sink.writeConstant(constantJson(text));
      }
      const meant = parts.map(([kind, text]) => (kind === 'string' ? JSON.stringify(text) : text)).join('');
      expect(sink.takeText()).toBe(meant);
      for (const [, text = ''] of parts) sink.writeString(text);
      expect(sink.takeText()).toBe(parts.map(([, text]) => JSON.stringify(text)).join(''));
    }),
  );
});
