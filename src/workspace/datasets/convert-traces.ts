import { resolve } from 'node:path'
import {
  type EvalCase,
  type Invocation,
  type Message,
  EvalError,
  message,
  textOf,
  toolCallsOf,
} from '../../core/index.ts'
import { writeDataset } from '../../compose/datasets.ts'
import type { OpenedTraces } from '../../compose/traces/open-traces.ts'
import { toCaseLine } from '../../formats/case-lines.ts'
import { toTranscriptLine } from '../../formats/transcript-lines.ts'
import { atomicWrite } from '../../files/index.ts'
import { jsonWithoutCommands } from '../../reporters/workflow-commands.ts'
import { compact } from '../../core/basics/compact.ts'

type ConvertTracesDestination = {
  readonly cwd: string
  readonly to: string | undefined
  readonly output: string | undefined
  readonly stdout: (text: string) => void
}

/** Writes traces as transcripts, or as cases in any dataset format that expect the same calls and answers again. */
export async function convertTraces(
  { conversations, notes }: OpenedTraces,
  { cwd, to, output, stdout }: ConvertTracesDestination,
): Promise<{ readonly dropped: readonly Message[] }> {
  if (to === undefined) {
    throw new EvalError('usage', message('these are traces: what are they to become?'), {
      hint: message('Name it: --to {formats}.', { formats: 'transcripts | case-lines' }),
    })
  }
  const { chunks, losses } = to === 'transcripts' ? transcripts(conversations) : await cases(to, conversations)
  if (output !== undefined) await atomicWrite(resolve(cwd, output), chunks)
  else for (const chunk of chunks) stdout(to === 'csv' ? chunk : jsonWithoutCommands(chunk))
  return { dropped: [...notes, ...losses] }
}

type ConvertTracesText = { readonly chunks: readonly string[]; readonly losses: readonly Message[] }
type Conversations = OpenedTraces['conversations']

function transcripts(conversations: Conversations): ConvertTracesText {
  const chunks = conversations.map(({ id, invocations, failure }) => {
    const transcript = { invocations: [...invocations], ...(failure === undefined ? {} : { failure }) }
    return `${toTranscriptLine(id, transcript)}\n`
  })
  return { chunks, losses: [] }
}

async function cases(format: string, conversations: Conversations): Promise<ConvertTracesText> {
  const told = conversations.filter(({ invocations }) => invocations.some(({ userContent }) => textOf(userContent)))
  const made = told.map(({ id, invocations }) => caseFrom(id, invocations))
  const lost = caseLosses(conversations, told)
  if (format === 'case-lines') return { chunks: made.map((evalCase) => `${toCaseLine(evalCase)}\n`), losses: lost }
  const { text, losses } = await writeDataset(format, { id: 'traces' }, made)
  return { chunks: [text], losses: [...lost, ...losses] }
}

/** The user's messages become the conversation; calls and final response become what is expected. */
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
  // Ids and reasons of recorded calls differ in every run, so they are not expected.
  const toolCalls = toolCallsOf(invocation)?.map(({ id: _id, ...expected }) => expected)
  return {
    userContent,
    ...(finalResponse === undefined ? {} : { finalResponse }),
    ...(toolCalls === undefined ? {} : { steps: { form: 'lists', toolCalls, toolResponses: [], responses: [] } }),
    ...(agents === undefined ? {} : { agents }),
  }
}

function caseLosses(all: Conversations, told: Conversations): readonly Message[] {
  const silent = all.length - told.length
  const unknown = told.flatMap(({ invocations }) => invocations).filter((one) => toolCallsOf(one) === undefined).length
  const broken = told.filter(({ failure }) => failure !== undefined).length
  return compact([
    silent > 0 &&
      message('{n} {n|conversation|conversations} left out: nothing tells what the user said', { n: silent }),
    broken > 0 && message('{n} {n|conversation ends|conversations end} before the exchange that failed', { n: broken }),
    unknown > 0 &&
      message(
        '{n} {n|exchange expects|exchanges expect} no tool calls in particular: nothing tells of any or of none',
        {
          n: unknown,
        },
      ),
    message(
      'cases have no place for what tools answered, for texts on the way, tokens, times and spans; transcripts have',
    ),
  ])
}
