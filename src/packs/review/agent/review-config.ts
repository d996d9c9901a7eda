import { z } from 'zod'
import { hostRule } from '../reviewer/tools/permitted-hosts.ts'

/** What a config says of the document reviewer, beside its own key. */
export const reviewShape = {
  knowledgeBases: z.record(z.string(), z.string()).optional(),
  mcpCommands: z.array(z.string()).optional(),
  mcpHosts: z
    .array(z.string().refine((entry) => hostRule(entry) !== undefined, 'write host, host:port or *.host'))
    .optional(),
}
