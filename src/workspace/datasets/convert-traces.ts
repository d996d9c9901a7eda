import { resolve } from 'node:path'
import type { EvalCase, Invocation, Message, ToolCall } from '../../core/index.ts'
import { EvalError, message, textOf, toolCallsOf } from '../../core/index.ts'
import type { OpenedTraces } from '../../compose/traces/open-traces.ts'
import { toCaseLine } from '../../formats/case-lines.ts'
import { toTranscriptLine } from '../../formats/transcript-lines.ts'
import { atomicWrite } from '../../files/index.ts'
import { jsonWithoutCommands } from '../../reporters/workflow-commands.ts'

/** What traces are written as. */
export const traceTargets = ['transcripts', 'case-lines'] as const

type Destination = {
  readonly cwd: string
  readonly to: string | undefined
  readonly output: string | undefined
  readonly stdout: (text: string) => void
}

/** Writes what traces tell as transcripts, or as cases that expect the same again. */
export async function convertTraces(
  { conversations, notes }: OpenedTraces,
  { cwd, to, output, stdout }: Destination,
): Promise<{ readonly dropped: readonly Message[] }> {
  if (to !== 'transcripts' && to !== 'case-lines') throw notWritten(to)
  const told = conversations.filter(({ invocations }) => invocations.some(({ userContent }) => textOf(userContent)))
  const used = to === 'transcripts' ? conversations : told
  const lines = used.map(({ id, invocations, failure }) => {
    const kept = [...invocations]
    if (to === 'transcripts') return `${toTranscriptLine(id, { invocations: kept, ...(failure && { failure }) })}\n`
    return `${toCaseLine(caseFrom(id, kept))}\n`
  })
  if (output !== undefined) await atomicWrite(resolve(cwd, output), lines)
  else for (const line of lines) stdout(jsonWithoutCommands(line))
  return { dropped: [...notes, ...(to === 'case-lines' ? caseLosses(conversations, told) : [])] }
}

function notWritten(to: string | undefined): EvalError {
  return new EvalError(
    'usage',
    to === undefined
      ? message('these are traces: what are they to become?')
      : message('traces are not written as {format}', { format: to }),
    { hint: message('Name it: --to {formats}.', { formats: traceTargets.join(' | ') }) },
  )
}

/** What the user said is asked again; the calls and the final response are what is expected. */
function caseFrom(id: string, invocations: readonly Invocation[]): EvalCase {
  const createdAt = invocations[0]?.createdAt
  return {
    id,
    conversation: invocations.map(referenceFrom),
    ...(createdAt === undefined ? {} : { createdAt }),
  }
}

function referenceFrom(invocation: Invocation): Invocation {
  const { userContent, finalResponse, agents } = invocation
  // Ids and reasons of one day's calls are not what is expected of another's.
  const toolCalls = toolCallsOf(invocation).map(withoutId)
  return {
    userContent,
    ...(finalResponse === undefined ? {} : { finalResponse }),
    steps: { form: 'lists', toolCalls, toolResponses: [], responses: [] },
    ...(agents === undefined ? {} : { agents }),
  }
}

function withoutId(call: ToolCall): ToolCall {
  const { id: _, ...expected } = call
  return expected
}

function caseLosses(all: OpenedTraces['conversations'], told: OpenedTraces['conversations']): readonly Message[] {
  const silent = all.length - told.length
  const broken = told.filter(({ failure }) => failure !== undefined).length
  return [
    ...(silent > 0
      ? [message('{n} {n|conversation|conversations} left out: nothing tells what the user said', { n: silent })]
      : []),
    ...(broken > 0
      ? [message('{n} {n|conversation ends|conversations end} before the exchange that failed', { n: broken })]
      : []),
    message(
      'cases have no place for what tools answered, for texts on the way, tokens, times and spans; transcripts have',
    ),
  ]
}
