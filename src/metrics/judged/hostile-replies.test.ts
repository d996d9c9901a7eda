import { growth } from '../../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { readFinalResponseReply } from './final-response-reply.ts'
import { parseSentences, parseValidation } from './groundedness/hallucination-reply.ts'
import { normaliseProperty, parseRubricReply } from './rubrics/rubric-reply.ts'
import { readUserSimulatorReply } from './user-simulator-reply.ts'

describe('readers of replies in the form of ADK', () => {
  it.each<[string, (raw: string) => unknown, (most: number) => string]>([
    ['spaces after a field', readFinalResponseReply, (most) => `"is_the_agent_response_valid":${' '.repeat(most)}x`],
    ['spaces after another', readUserSimulatorReply, (most) => `"is_valid":${' '.repeat(most)}x"`],
    ['brackets', readUserSimulatorReply, (most) => `"is_valid":${'['.repeat(most)}${']'.repeat(most)}`],
    ['open tags', parseSentences, (most) => '<sentence>'.repeat(most)],
    ['headless blocks', parseValidation, (most) => 'sentence:\n'.repeat(most)],
    ['blank lines', parseValidation, (most) => `${' \n'.repeat(most)}sentence: a`],
    ['signs', normaliseProperty, (most) => `${'-'.repeat(most)}x${'-'.repeat(most)}`],
    ['lines', parseRubricReply, (most) => 'ID: x\nProperty: y\n'.repeat(most)],
  ])('have work that grows with the length of a reply, and not with its square: %s', async (_name, read, reply) => {
    expect(await growth((scale) => read(reply(1000 * scale)))).toBeLessThan(2.3)
  })
})
