import { describe, expect, it } from 'vitest'
import type { EvalCase, JsonObject, ToolCall, Transcript } from '../../core/index.ts'
import { skillUsed } from './skill-used.ts'

const evalCase = (skills: unknown): EvalCase => ({ id: 'a', conversation: [], metadata: { skills } })

function transcriptOf(toolCalls: ToolCall[] | undefined, metadata: JsonObject = {}): Transcript {
  const userContent = { parts: [{ text: 'Draw the map' }] }
  const steps = toolCalls && { form: 'lists' as const, toolCalls, toolResponses: [], responses: [] }
  return { invocations: [{ userContent, metadata, ...(steps !== undefined && { steps }) }] }
}

const used = (...skills: string[]): Transcript =>
  transcriptOf(skills.map((skill) => ({ name: 'Skill', args: { skill } })))

const context = { warn: () => undefined } as never

async function verdict(skills: unknown, transcript: Transcript, options: Parameters<typeof skillUsed>[0] = {}) {
  const score = await skillUsed(options).score(evalCase(skills), transcript, context)
  return score.status === 'scored' ? score.passed : [score.status, 'informational' in score && score.informational]
}

describe('skill_used', () => {
  it.each([
    ['the named one is used', ['map'], used('plugin:map'), true],
    ['the named one is not used', ['map'], used(), false],
    ['another one is used beside it', ['map'], used('map', 'test'), false],
    ['a negative trigger that uses none', [], used(), true],
    ['a negative trigger that uses one', [], used('map'), false],
    ['what is left open does not matter', { used: ['map'] }, used('map', 'test'), true],
    ['one that is not to be used', { unused: ['map'] }, used('plugin:map'), false],
    ['its file is read', ['map'], transcriptOf([{ name: 'Read', args: { file: '/x/skills/map/SKILL.md' } }]), true],
    ['by a slash', ['map'], transcriptOf([{ name: 'Skill', args: { command: '/map' } }]), true],
  ])('passes or not: %s', async (_, skills, transcript, passed) => {
    expect(await verdict(skills, transcript)).toBe(passed)
  })

  it('looks only at the skills that it is told', async () => {
    expect(await verdict([], used('test'), { skills: ['map'] })).toBe(true)
    expect(await verdict([], used('map'), { skills: ['map'] })).toBe(false)
  })

  it('says nothing of cases without skills, of unknown calls, and of agents that had none of them', async () => {
    expect(await verdict(undefined, used('map'))).toEqual(['not-evaluated', true])
    expect(await verdict(['map'], transcriptOf(undefined))).toEqual(['not-evaluated', false])
    expect(await verdict(['map'], transcriptOf([], { skills: ['test'] }))).toEqual(['not-evaluated', true])
  })
})
