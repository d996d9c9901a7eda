import { calculator } from './calculator.ts'
import { codeInterpreter } from './code-interpreter.ts'
import { knowledgeBaseQuery } from './knowledge-bases.ts'
import type { SearchKnowledge } from './knowledge-bases.ts'
import type { ToolBox } from './review-tool.ts'

/** Opens what cases ask for. A case that configures no tools gets none: not every model can call tools. */
export function toolBox({ search }: { readonly search: SearchKnowledge }): ToolBox {
  return async (wanted, signal) => {
    signal.throwIfAborted()
    if (wanted === undefined) return { tools: [], warnings: [], close: async () => undefined }
    const { knowledgeBases } = wanted
    const tools = [
      calculator(),
      ...(wanted.codeInterpreter ? [codeInterpreter()] : []),
      ...(knowledgeBases.length > 0 ? [knowledgeBaseQuery(knowledgeBases, search)] : []),
    ]
    return { tools, warnings: [], close: async () => undefined }
  }
}
