import type { ReviewTools } from '../../../../core/index.ts'
import { calculator } from './calculator.ts'
import { codeInterpreter } from './code-interpreter.ts'
import { knowledgeBaseQuery, type SearchKnowledge } from './knowledge-bases.ts'
import { loadOptional } from '../../../../core/basics/optional-package.ts'
import type { McpOptions } from './mcp-servers.ts'
import type { OpenTools, ToolBox } from './review-tool.ts'

type ToolBoxOptions = Omit<McpOptions, 'signal'> & { readonly search: SearchKnowledge }

/** A case that configures no tools gets none, because not every model can call tools. */
export function toolBox({ search, ...mcp }: ToolBoxOptions): ToolBox {
  return async (wanted, signal) => {
    signal.throwIfAborted()
    if (wanted === undefined) return noTools
    const { knowledgeBases, mcpServers } = wanted
    const servers = await openServers(mcpServers, { ...mcp, signal })
    return {
      ...servers,
      tools: [
        calculator(),
        ...(wanted.codeInterpreter ? [codeInterpreter()] : []),
        ...(knowledgeBases.length > 0 ? [knowledgeBaseQuery(knowledgeBases, search)] : []),
        ...servers.tools,
      ],
    }
  }
}

const noTools: OpenTools = { tools: [], warnings: [], close: async () => undefined }

async function openServers(servers: ReviewTools['mcpServers'], options: McpOptions) {
  if (Object.keys(servers).length === 0) return noTools
  const { openMcpServers } = await mcpModule()
  return openMcpServers(servers, options)
}

async function mcpModule() {
  return loadOptional('@modelcontextprotocol/client', 'MCP servers', async () => import('./mcp-servers.ts'))
}
