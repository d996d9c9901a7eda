import { describe, expect, it } from 'vitest'
import { type EvalCase, type Metric, type Score, type Transcript, toEnglish } from '../../core/index.ts'
import { regexMatch } from './regex-match.ts'

const userContent = { parts: [{ text: 'Hi' }] }

const turns = (texts: readonly string[]) => texts.map((text) => ({ userContent, finalResponse: { parts: [{ text }] } }))

async function scoreOf(metric: Metric, answers: readonly string[], reference: string): Promise<Score> {
  const evalCase: EvalCase = { id: 'case', conversation: turns(answers.map(() => reference)) }
  const transcript: Transcript = { invocations: turns(answers) }
  return metric.score(evalCase, transcript, {})
}

function reasonOf(score: Score): string {
  return score.status === 'measured' || score.reason === undefined ? '' : toEnglish(score.reason)
}

describe('regexMatch', () => {
  it('searches for the pattern of all cases', async () => {
    const metric = regexMatch({ pattern: '\\bord-\\d{6}\\b', flags: 'i' })
    expect(await scoreOf(metric, ['Your order ORD-123456.'], 'any')).toMatchObject({ value: 1 })
    const failed = await scoreOf(metric, ['Your order 123.'], 'any')
    expect(failed).toMatchObject({ value: 0, evidence: [{ kind: 'texts', actual: 'Your order 123.' }] })
    expect(reasonOf(failed)).toBe('The answer does not match /\\bord-\\d{6}\\b/i')
  })

  it('takes the pattern from the reference', async () => {
    expect(await scoreOf(regexMatch(), ['42 apples'], '^\\d+ apples$')).toMatchObject({ value: 1 })
  })

  it('finds a pattern with g in every turn', async () => {
    const metric = regexMatch({ pattern: 'ok', flags: 'g' })
    expect(await scoreOf(metric, ['all ok', 'ok', 'ok'], 'any')).toMatchObject({ value: 1 })
  })

  it('searches for a blank pattern too', async () => {
    expect(await scoreOf(regexMatch({ pattern: ' ' }), ['a b'], 'any')).toMatchObject({ value: 1 })
  })

  it('does not try patterns on long answers, and says so', async () => {
    const score = await scoreOf(regexMatch({ pattern: 'x', maxLength: 5 }), ['123456'], 'any')
    expect(score.status).toBe('not-evaluated')
    expect(reasonOf(score)).toBe('The answer is 6 characters long, patterns are tried on 5 at most')
  })

  it('refuses a broken pattern when it is made, and blames the dataset for one in a reference', async () => {
    expect(() => regexMatch({ pattern: '(' })).toThrow('"(" is not a pattern')
    expect(() => regexMatch({ pattern: '' })).toThrow('The pattern of regex_match is empty')
    expect(await scoreOf(regexMatch(), ['x'], '(')).toMatchObject({ status: 'error', blame: 'dataset' })
  })
})
