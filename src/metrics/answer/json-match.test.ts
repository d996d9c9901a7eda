import { growth } from '../../../test/growth.ts'
import { describe, expect, it } from 'vitest'
import { type EvalCase, type Metric, type Score, type Transcript, message, toEnglish } from '../../core/index.ts'
import { jsonMatch } from './json-match.ts'

const userContent = { parts: [{ text: 'Hi' }] }

async function scoreOf(metric: Metric, answer: string, reference = '{}'): Promise<Score> {
  const evalCase: EvalCase = {
    id: 'case',
    conversation: [{ userContent, finalResponse: { parts: [{ text: reference }] } }],
  }
  const transcript: Transcript = { invocations: [{ userContent, finalResponse: { parts: [{ text: answer }] } }] }
  return metric.score(evalCase, transcript, {})
}

describe('jsonMatch', () => {
  it('takes the best of several references, and a list of texts as JSON where none of them is', async () => {
    expect(await valueWith('{"a": 1}', ['{"a": 2}', '{"a": 1}'])).toBe(1)
    expect(await valueWith('["red", "blue"]', ['red', 'blue'])).toBe(1)
    expect(await valueWith('["red"]', ['red', 'blue'])).toBe(0)
  })

  it('decides nothing where a key stands twice, of which only the last would count', async () => {
    const twice = 'So: {"ok": false, "ok": true}'
    const reason = { text: 'An object has a key twice: {text}' }
    const metric = jsonMatch({ value: { ok: true } })
    expect(await scoreOf(metric, twice)).toMatchObject({ status: 'not-evaluated', reason })
    expect(await scoreOf(metric, '{"ok": {"a": 1, "a": 2}}')).toMatchObject({ status: 'not-evaluated', reason })
    expect(await scoreOf(metric, `${twice}\nNo: {"ok": true}`)).toMatchObject({ value: 1 })
    expect(await scoreOf(jsonMatch(), '{"ok": true}', twice)).toMatchObject({ status: 'error', blame: 'dataset' })
  })

  it('compares values, not their spelling', async () => {
    expect(await scoreOf(jsonMatch(), '{"b": [1, 2], "a": 1.0}', '{"a":1,"b":[1,2]}')).toMatchObject({ value: 1 })
    expect(await scoreOf(jsonMatch({ value: null }), 'null')).toMatchObject({ value: 1 })
  })

  it('finds the JSON in a fence or amid words', async () => {
    const metric = jsonMatch({ value: { ok: true } })
    expect(await scoreOf(metric, 'Here:\n```json\n{"ok": true}\n```\nDone.')).toMatchObject({ value: 1 })
    expect(await scoreOf(metric, '```sh\nls\n```\n```\n{"ok": true}\n```')).toMatchObject({ value: 1 })
    expect(await scoreOf(metric, 'The result is {"ok": true}, as asked.')).toMatchObject({ value: 1 })
  })

  it.each([
    ['before other brackets', '{"ok": true}\nHope this helps {really}!'],
    ['after other brackets', 'The set {x, y} for n in [0, 1) gives {"ok": true}.'],
    ['between references', 'See [1] and [2, 3].\n{"ok": true} [1]'],
    ['as the last of several', '{"ok": false}\nCorrection: {"ok": true}'],
    ['behind an example', 'For example {"ok": false}. The answer is {"ok": true}.'],
    ['before an example', '{"ok": true}\nAnother input gives another answer, for example {"ok": false}.'],
    ['before code of another language', '```json\n{"ok": true}\n```\n```sh\ncurl -d \'{"ok": false}\'\n```'],
    ['behind reasoning', '<think>Maybe {"ok": false}?</think>{"ok": true}'],
    ['with brackets in its texts', '{"a": "{["} and {"ok": true}'],
  ])('finds the JSON %s', async (_name, answer) => {
    expect(await scoreOf(jsonMatch({ value: { ok: true } }), answer)).toMatchObject({ value: 1 })
  })

  it('finds a list of numbers where one is expected, and takes nothing out of what is broken or only thought', async () => {
    expect(await scoreOf(jsonMatch({ value: [1, 2] }), 'Here: [1, 2].')).toMatchObject({ value: 1 })
    const metric = jsonMatch({ value: { ok: true } })
    expect(await scoreOf(metric, '{"result": {"ok": true}, "more": ')).toMatchObject({ value: 0 })
    expect(await scoreOf(metric, '<think>{"ok": true}</think>I cannot say.')).toMatchObject({ value: 0 })
    expect(await scoreOf(metric, '{"ok": 1}')).toMatchObject({ value: 0 })
  })

  it('says where the values differ', async () => {
    const score = await scoreOf(jsonMatch(), '{"guests":[{"name":"Bo"}],"more":1}', '{"guests":[{"name":"Al"}]}')
    expect(score).toMatchObject({
      value: 0,
      evidence: [
        { kind: 'texts' },
        {
          kind: 'values',
          differences: [
            { path: 'guests[0].name', expected: 'Al', actual: 'Bo' },
            { path: 'more', actual: 1 },
          ],
        },
      ],
    })
    expect(score.status === 'scored' && score.reason && toEnglish(score.reason)).toBe(
      'The JSON differs at guests[0].name: expected "Al", got "Bo" (2 differences)',
    )
  })

  it('lets the answer have more with subset', async () => {
    const metric = jsonMatch({ value: { status: 'ok', tags: ['a'] }, subset: true })
    expect(await scoreOf(metric, '{"status":"ok","tags":["b","a"],"more":1}')).toMatchObject({ value: 1 })
    expect(await scoreOf(metric, '{"status":"ok","tags":["b"]}')).toMatchObject({ value: 0 })
  })

  it('tells long numbers apart', async () => {
    expect(await scoreOf(jsonMatch(), '{"id":12345678901234567891}', '{"id":12345678901234567890}')).toMatchObject({
      value: 0,
    })
  })

  it('gives 0 for an answer without JSON, however deep it nests', async () => {
    expect(await scoreOf(jsonMatch(), 'no idea')).toMatchObject({ value: 0, evidence: [{ kind: 'texts' }] })
    const noJson = message('The answer holds no readable JSON')
    const deep = `${'['.repeat(100_000)}1234567890123456789${']'.repeat(100_000)}`
    expect(await scoreOf(jsonMatch(), deep)).toMatchObject({ value: 0, reason: noJson })
    expect(await scoreOf(jsonMatch(), deep.replace(/\d+/, '1'))).toMatchObject({ value: 0, reason: noJson })
  })

  it('blames the dataset for a reference without JSON', async () => {
    expect(await scoreOf(jsonMatch(), '{}', 'Paris')).toMatchObject({ status: 'error', blame: 'dataset' })
  })
})

async function valueWith(answer: string, [text = '', ...otherReferences]: readonly string[]) {
  const conversation = [{ userContent, finalResponse: { parts: [{ text }] }, otherReferences }]
  const invocations = [{ userContent, finalResponse: { parts: [{ text: answer }] } }]
  const score = await jsonMatch().score({ id: 'c', conversation }, { invocations }, {})
  return score.status === 'scored' ? score.value : undefined
}

it.each([
  [
    'blocks of another language and many values',
    (times: number) => '```py\n```\n'.repeat(times) + '[]\n'.repeat(times),
  ],
  ['brackets that nothing closes', (times: number) => '[ '.repeat(times)],
  ['values that break', (times: number) => '{"a": x '.repeat(times)],
  ['texts that nothing closes', (times: number) => '["\n'.repeat(times)],
])('takes work that grows with the length of %s', async (_what, text) => {
  const metric = jsonMatch()
  expect(await growth((scale) => scoreOf(metric, text(200 * scale), '{"a": 1}'))).toBeLessThan(2.5)
})
