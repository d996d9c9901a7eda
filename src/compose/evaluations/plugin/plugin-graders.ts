import { matchesGlob } from 'node:path'
import { z } from 'zod'
import type { CaseCheck, CheckContext } from '../../../core/case-assertions.ts'
import { type ToolCall, UnknownEvidence, message, stringifyJson } from '../../../core/index.ts'

const Target = z.union([
  z.enum(['last_message', 'trace', 'files', 'mock_calls']),
  z.strictObject({ source: z.literal('file'), path: z.string().min(1) }),
])
const CalledTool = z.union([
  z.string().transform((tool) => ({ tool, input_match: undefined })),
  z.object({ tool: z.string(), input_match: z.string().optional() }),
])
/** Fields of every grader. `weight` has no effect, since a case passes only when all its graders do. */
const shared = {
  name: z.string().default('grader'),
  weight: z.number().optional(),
  arm: z.enum(['with-only', 'both']).optional(),
  body: z.string().optional(),
}

export const PluginGrader = z
  .discriminatedUnion('type', [
    z.object({
      ...shared,
      type: z.literal('regex'),
      pattern: z.string().optional(),
      flags: z.string().default(''),
      match: z
        .string()
        .regex(/^(?:contains|not_contains|count:\d+)$/)
        .default('contains'),
      target: Target.default('last_message'),
    }),
    z.object({
      ...shared,
      type: z.literal('tool_used'),
      tool: z.string(),
      input_match: z.string().optional(),
      min: z.number().int().nonnegative().optional(),
      max: z.number().int().nonnegative().optional(),
    }),
    z.object({ ...shared, type: z.literal('tool_order'), before: CalledTool, after: CalledTool }),
    z.object({ ...shared, type: z.literal('file_exists'), path: z.string().min(1), exists: z.boolean().default(true) }),
    z.object({
      ...shared,
      type: z.literal('llm'),
      criteria: z.string().optional(),
      focus: Target.default('last_message'),
    }),
    z.object({ ...shared, type: z.literal('baseline'), baseline_file: z.string().optional() }),
  ])
  .check(({ value, issues }) => {
    for (const pattern of patternsOf(value)) {
      const problem = problemOf(pattern, value.type === 'regex' ? value.flags : '')
      if (problem !== undefined) issues.push({ code: 'custom', input: value, message: problem })
    }
  })
export type PluginGrader = z.infer<typeof PluginGrader>

function problemOf(pattern: string, flags: string): string | undefined {
  try {
    RegExp(pattern, flags)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function patternsOf(grader: PluginGrader): readonly string[] {
  if (grader.type === 'regex') return [patternOf(grader)]
  if (grader.type === 'tool_used') return [grader.input_match ?? '']
  if (grader.type === 'tool_order') return [grader.before.input_match ?? '', grader.after.input_match ?? '']
  return []
}

function patternOf({ pattern, body }: Extract<PluginGrader, { type: 'regex' }>): string {
  return pattern ?? body ?? ''
}

/** The final state of an agent's folder: null for a file that could not be read completely. */
const FolderEnd = z.object({ created: z.array(z.string()), files: z.record(z.string(), z.string().nullable()) })
export type FolderEnd = z.infer<typeof FolderEnd>

export function filesLookedInto(graders: readonly PluginGrader[]): readonly string[] {
  return graders.flatMap((one) => (one.type === 'regex' && typeof one.target === 'object' ? [one.target.path] : []))
}

export function filesLookedFor(graders: readonly PluginGrader[]): readonly string[] {
  return graders.flatMap((one) => (one.type === 'file_exists' ? [one.path] : []))
}

/** Returns the criteria for a judge. A judge cannot see files, which the check reports. */
export function rubricOf(grader: PluginGrader): string | undefined {
  if (grader.type !== 'llm' || (grader.focus !== 'last_message' && grader.focus !== 'trace')) return undefined
  return grader.criteria ?? grader.body
}

/** Makes a function of a grader; undefined for graders of a judge or `skill_used`. */
export function checkOf(grader: PluginGrader): CaseCheck | undefined {
  switch (grader.type) {
    case 'regex':
      return (answer, context) => regexHolds(grader, textsOf(grader.target, answer, context))
    case 'tool_used':
      return (_answer, { calls }) => {
        const count = calls.filter(isCallOf(grader)).length
        const { max = Number.POSITIVE_INFINITY, min = max === 0 ? 0 : 1 } = grader
        return { passed: count >= min && count <= max, reason: `${grader.tool}: ${count}` }
      }
    case 'tool_order':
      return (_answer, { calls }) => {
        const [before, after] = [calls.findIndex(isCallOf(grader.before)), calls.findIndex(isCallOf(grader.after))]
        return before !== -1 && after !== -1 && before < after
      }
    case 'file_exists':
      return (_answer, context) =>
        folderEnd(context).created.some((path) => matchesGlob(path, grader.path)) === grader.exists
    default:
      if (rubricOf(grader) !== undefined) return undefined
      return () => {
        throw new UnknownEvidence(message('A judge here sees no files and no other run: this grader is not evaluated'))
      }
  }
}

function regexHolds(grader: Extract<PluginGrader, { type: 'regex' }>, texts: readonly string[]): boolean {
  const flags = [...new Set([...grader.flags.replaceAll('y', ''), 'g'])].join('')
  const pattern = new RegExp(patternOf(grader), flags)
  const count = texts.reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0)
  const [, wanted] = grader.match.split(':')
  if (wanted !== undefined) return count === Number(wanted)
  return count > 0 === (grader.match === 'contains')
}

function textsOf(target: z.infer<typeof Target>, answer: string, context: CheckContext): readonly string[] {
  if (target === 'last_message') return [answer]
  if (target === 'trace') {
    return context.transcript.invocations.map(({ steps, finalResponse }) => stringifyJson({ steps, finalResponse }))
  }
  if (target === 'files') return folderEnd(context).created
  if (target === 'mock_calls') {
    throw new UnknownEvidence(message('Mocked calls of claude plugin eval are not known here'))
  }
  const text = folderEnd(context).files[target.path]
  if (text === null) throw new UnknownEvidence(message('{file} could not be read whole', { file: target.path }))
  return text === undefined ? [] : [text]
}

function folderEnd({ transcript }: CheckContext): FolderEnd {
  const told = FolderEnd.safeParse(transcript.invocations.at(-1)?.metadata?.['folder'])
  if (told.success) return told.data
  throw new UnknownEvidence(message('The agent tells nothing of the folder in which it worked'))
}

function isCallOf({
  tool,
  input_match: pattern,
}: {
  readonly tool: string
  readonly input_match?: string | undefined
}) {
  const input = pattern === undefined ? undefined : new RegExp(pattern)
  return ({ name, args }: ToolCall) => name === tool && (input === undefined || input.test(stringifyJson(args ?? {})))
}
