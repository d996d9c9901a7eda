import { calculator } from './calculator.ts'
import type { ToolBox } from './review-tool.ts'

/** Opens what cases ask for. A case that configures no tools gets none: not every model can call tools. */
export function toolBox(): ToolBox {
  return async (wanted, signal) => {
    signal.throwIfAborted()
    return { tools: wanted === undefined ? [] : [calculator()], warnings: [], close: async () => undefined }
  }
}
