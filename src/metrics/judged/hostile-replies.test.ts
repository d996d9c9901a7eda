import { describe, expect, it } from 'vitest'
import { readFinalResponseReply } from './final-response-reply.ts'
import { parseSentences, parseValidation } from './groundedness/hallucination-reply.ts'
import { normaliseProperty, parseRubricReply } from './rubrics/rubric-reply.ts'
import { readUserSimulatorReply } from './user-simulator-reply.ts'
import { cpuTime } from '../../../test/cpu-time.ts'

describe('readers of replies in the form of ADK', () => {
  it.each<[string, (raw: string) => unknown, string]>([
    ['spaces after a field', readFinalResponseReply, `"is_the_agent_response_valid":${' '.repeat(200_000)}x`],
    ['spaces after another', readUserSimulatorReply, `"is_valid":${' '.repeat(200_000)}x"`],
    ['brackets', readUserSimulatorReply, `"is_valid":${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['open tags', parseSentences, '<sentence>'.repeat(50_000)],
    ['headless blocks', parseValidation, 'sentence:\n'.repeat(50_000)],
    ['blank lines', parseValidation, `${' \n'.repeat(100_000)}sentence: a`],
    ['signs', normaliseProperty, `${'-'.repeat(200_000)}x${'-'.repeat(200_000)}`],
    ['lines', parseRubricReply, 'ID: x\nProperty: y\n'.repeat(20_000)],
  ])('are quick on %s', (_name, read, raw) => {
    const started = cpuTime()
    read(raw)
    expect(cpuTime() - started).toBeLessThan(4000)
  })
})
