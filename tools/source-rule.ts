import type { SourceFile, SyntaxNode } from './source-file.ts';

export interface SourceRule {
  sentence: string;
  appliesTo(path: string): boolean;
  /** The offending nodes. */
  find(file: SourceFile): SyntaxNode[];
}

export function isName(node: unknown, ...names: string[]): boolean {
  const identifier = node as SyntaxNode | null;
  return identifier?.type === 'Identifier' && names.includes(identifier.name as string);
}

export function isMember(node: SyntaxNode, objects: string[], property: string): boolean {
  return (
    node.type === 'MemberExpression' && isName(node.object, ...objects) && isName(node.property, property)
  );
}
