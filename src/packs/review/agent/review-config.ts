import { z } from 'zod'
import { hostRule } from '../reviewer/tools/host-rule.ts'

/** What a config says of the document reviewer, beside its own key. */
export const reviewShape = {
  /** Folders of documents that the document reviewer may ask as knowledge bases, by the ids that suites name. */
  knowledgeBases: z.record(z.string(), z.string()).readonly().optional(),
  /** Programs that review suites may start as MCP servers, such as `npx`; none unless given: suites come from anywhere. */
  mcpCommands: z.array(z.string()).readonly().optional(),
  /**
   * Hosts of MCP servers that review suites may name by url: `mcp.example.com`, `localhost:8080`, `*.example.com`; none unless
   * given. What is not on the public internet has to be named exactly.
   */
  mcpHosts: z
    .array(z.string().refine((entry) => hostRule(entry) !== undefined, 'write host, host:port or *.host'))
    .readonly()
    .optional(),
}
