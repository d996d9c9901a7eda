import { z } from 'zod'
import { hostRule } from '../reviewer/tools/host-rule.ts'

export const reviewShape = {
  /** Folders of documents that serve the document reviewer as knowledge bases, by the ids that suites name. */
  knowledgeBases: z.record(z.string(), z.string()).readonly().optional(),
  /** Programs that suites may start as MCP servers, such as `npx`. Defaults to none: anybody may write a suite. */
  mcpCommands: z.array(z.string()).readonly().optional(),
  /**
   * Hosts of MCP servers that suites may connect to: `mcp.example.com`, `localhost:8080`, `*.example.com`. Defaults to
   * none. Hosts that are not on the public internet must be named exactly.
   */
  mcpHosts: z
    .array(z.string().refine((entry) => hostRule(entry) !== undefined, 'write host, host:port or *.host'))
    .readonly()
    .optional(),
  /**
   * Logins to MCP servers by origin or host: `{ 'mcp.example.com': { clientId: '${ID}', clientSecret: '${SECRET}' } }`.
   * A suite's `oauthScopes` must be among the `scopes` given here.
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
