import { z } from 'zod'
import { Message } from '../../core/index.ts'

/**
 * What the page and the server say to each other: every route once, with the shapes of what goes in and what comes out.
 * The server refuses what does not fit; the page has the types only.
 */

/** A name that the server gave out. It never is a path: what it stands for is looked up. */
export const Id = z.string().regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/)
export const Count = z.coerce.number().int().min(0).max(10_000_000)
export const Text = z.string().max(1_000_000)
export const ShortText = z.string().max(10_000)

/** Trouble, in words for people. `code` is that of an `EvalError`, or says which check of the server refused. */
export const ApiProblem = z.object({ code: z.string(), sentence: Message, hint: Message.optional() })
export type ApiProblem = z.infer<typeof ApiProblem>

/** What this server is and what it can do; a page hides what nobody gave the server. */
export const About = z.object({
  version: z.string(),
  /** The folder's name, never its path. */
  project: z.string(),
  /** Who asks, where a proxy in front of the server says so: what they label bears this name. */
  person: z.string().optional(),
  capabilities: z.array(z.enum(['runs', 'datasets', 'labels', 'runbook', 'reviews', 'export'])),
})
export type About = z.infer<typeof About>
