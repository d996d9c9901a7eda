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
  /**
   * How to log in to MCP servers, by origin or host: `{ 'mcp.example.com': { clientId: '${ID}', clientSecret: '${SECRET}' } }`.
   * A suite's `oauthScopes` are asked for, among the `scopes` that stand here.
   */
  mcpLogins: z
    .record(
      z.string(),
      z.strictObject({
        clientId: z.string().optional(),
        clientSecret: z.string().optional(),
        scopes: z.array(z.string()).readonly().optional(),
        issuer: z.string().optional(),
        flow: z.enum(['client-credentials', 'authorization-code']).optional(),
        callbackPort: z.number().int().min(1).max(65_535).optional(),
      }),
    )
    .readonly()
    .optional(),
}
