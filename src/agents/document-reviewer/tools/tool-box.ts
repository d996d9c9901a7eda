import { calculator } from './calculator.ts'
import { codeInterpreter } from './code-interpreter.ts'
import type { ToolBox } from './review-tool.ts'

/** Opens what cases ask for. A case that configures no tools gets none: not every model can call tools. */
export function toolBox(): ToolBox {
  return async (wanted, signal) => {
    signal.throwIfAborted()
    if (wanted === undefined) return { tools: [], warnings: [], close: async () => undefined }
    const tools = [calculator(), ...(wanted.codeInterpreter ? [codeInterpreter()] : [])]
    return { tools, warnings: [], close: async () => undefined }
  }
}
