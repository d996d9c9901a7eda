import { z } from 'zod'
import { Message } from '../../core/index.ts'

/**
 * The contract between page and server: every route once, with the shapes of its request and answer. The server refuses what
 * does not fit; the page uses the types only.
 */

/** A name that the server gave out. It is looked up and never used as a path. */
export const Id = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/)
export const Count = z.coerce.number().int().min(0).max(10_000_000)
export const Text = z.string().max(1_000_000)
export const ShortText = z.string().max(10_000)

/** An error in words for people. `code` is that of an `EvalError`, or names the check of the server that refused. */
export const ApiProblem = z.object({ code: z.string(), sentence: Message, hint: Message.optional() })
export type ApiProblem = z.infer<typeof ApiProblem>

/** Describes the server; the page hides the capabilities that are missing here. */
export const About = z.object({
  version: z.string(),
  /** The name of the project's folder, without its path. */
  project: z.string(),
  /** The person who sent the request, where a proxy names one: their labels bear this name. */
  person: z.string().optional(),
  capabilities: z.array(z.enum(['runs', 'datasets', 'labels', 'runbook', 'reviews', 'export'])),
})
export type About = z.infer<typeof About>
