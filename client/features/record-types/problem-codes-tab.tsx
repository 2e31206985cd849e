import { dropPart, setPart } from './design-draft.ts';
import { PartInspector } from './inspectors.tsx';
import { PartsEditor } from './parts-editor.tsx';
import type { Designer } from './use-designer.ts';

export function ProblemCodesTab({ designer }: { designer: Designer }) {
  const { draft, chosen, fault, set } = designer;
  const codes = draft.problemCodes;
  const part = codes.parts.find(({ key }) => key === chosen);
  return (
    <PartsEditor
      label="Problem codes"
      addLabel="Add problem code"
      emptyHint="A problem code says what is wrong with a record. Every record has one, so begin with one that says: nothing."
      parts={codes}
      designer={designer}
      onChange={(problemCodes) => set({ problemCodes })}
      noteOf={() => ''}
      inspector={
        part === undefined ? null : (
          <PartInspector
            key={part.key}
            part={part}
            fault={fault}
            thing={(id) => ({ kind: 'PROBLEM_CODE', id })}
            onSet={(given) => set({ problemCodes: setPart(codes, part.key, given) })}
            onDrop={() => set({ problemCodes: dropPart(codes, part.key) })}
          />
        )
      }
    />
  );
}
